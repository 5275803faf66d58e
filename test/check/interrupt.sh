#!/usr/bin/env bash
# Ctrl-C in the middle of the analysis: it ends as asked, and nothing stays behind.
. "$(dirname "$0")/../cc/lib.sh"
export TUTTI_NO_OUT=1
mkdir large
awk -v lines=12000 -v directory=large -f "$HERE/../../bench/lines.awk"

# A shell in the background ignores SIGINT.
python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execvp(sys.argv[1], sys.argv[1:])' "$TUTTI" check large/*.c >out 2>err &
child=$!
temporary() { ls -d "$TMPDIR"/tutti-* >/dev/null 2>&1; }
until temporary; do
    kill -0 $child 2>/dev/null || fail 'it ended without compiling anything'
    sleep 0.01
done
while temporary; do
    kill -0 $child 2>/dev/null || fail 'temporary files are there until the end of the analysis'
    sleep 0.01
done
kill -INT $child || fail 'the analysis was over too soon to be interrupted'
code=0
wait $child || code=$?
[ $code = 130 ] || fail "exit code $code, not that of SIGINT"
no_leftovers
