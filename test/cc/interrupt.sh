#!/usr/bin/env bash
# Ctrl-C while a program is made: nothing stays behind, and the caller can see that it was interrupted.
. "$(dirname "$0")/lib.sh"

# A compiler that takes its time, and says when it has begun.
cat >slow <<'END'
#!/bin/sh
: >"$STARTED"
exec sleep 600
END
chmod +x slow
export STARTED=$WORK/started
for arguments in 'right.c helper.c -o program' '-c right.c'; do
    rm -f "$STARTED"
    # shellcheck disable=SC2086 # words; a shell in the background ignores SIGINT
    TUTTI_CC=$WORK/slow python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execvp(sys.argv[1], sys.argv[1:])' tutti-cc $arguments &
    child=$!
    until_ [ -e "$STARTED" ]
    kill -INT $child
    code=0
    wait $child || code=$?
    [ $code = 130 ] || fail "exit code $code, not that of SIGINT"
    no_leftovers
done
