#!/usr/bin/env bash
# README.md: executes each command in it, and compares the output with the page. With Open MPI, which is Debian's
# default.
. "$(dirname "$0")/../lib.sh"
. "$HERE/../console.sh"
root=$(cd "$HERE/../.." && pwd)
case $TUTTI_MPIS in *mpich*openmpi* | *openmpi*mpich*) ;; *) echo 'SKIP: the page needs both MPIs' >&2; exit 77 ;; esac

# shellcheck disable=SC2034 # for console.sh
console_not_executed=(
    ['git clone REPOSITORY tutti']='the address is the reader'\''s'
    ['make']='the build under test is its result'
    ['make demo']='takes minutes; its commands are those of the pages of examples/'
    ['make test']='is this very suite'
)
mkdir tutti
ln -s "$(dirname "$(dirname "$TUTTI")")" tutti/build
cp -r "$root/examples" tutti/examples
console_tools openmpi
console_judge "$root/README.md"
grep -q 'wait' "$WORK/tutti/report.html" || fail 'no page of the deadlock'

# No test would execute commands elsewhere, except those of Install, which packaging/page.sh executes.
sed '/^## Install/,/^## More/d' "$root/README.md" | awk '/^```/ && ++fences % 2 && $0 != "```console" { print NR ": " $0; bad = 1 }
    END { exit bad }' || fail 'README.md has blocks that are not executed'
