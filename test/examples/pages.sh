#!/usr/bin/env bash
# The pages of the examples: executes each command in them, and compares the output with the page.
. "$(dirname "$0")/../lib.sh"
. "$HERE/../console.sh"
examples=$HERE/../../examples
# shellcheck disable=SC2153 # it is of CTest
case " $TUTTI_MPIS " in *" mpich "*) ;; *) echo 'SKIP: the pages were made with MPICH' >&2; exit 77 ;; esac
console_tools mpich
export TUTTI_MPI=mpich
cp "$examples"/*.c .

pages=0
for page in "$examples"/*.md; do
    case $page in */README.md) continue ;; esac
    grep -qF "]($(basename "$page"))" "$examples/README.md" || fail "README.md does not name $(basename "$page")"
    console_judge "$page"
    pages=$((pages + 1))
done
[ "$pages" -ge 10 ] || fail "only $pages pages"
