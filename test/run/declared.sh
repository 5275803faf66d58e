#!/usr/bin/env bash
# tutti run and verify: datatypes against memory as C++ declares it, and a program without debug
# information, about which there is no finding.
. "$(dirname "$0")/../lib.sh"

# lines_found PROGRAM: the lines at which a datatype does not fit.
lines_found() {
    "$TUTTI" run --no-out --quiet --json=found.json -n 2 -- "$1" >/dev/null 2>&1
    jq -r '.findings[] | select(.rule == "mismatch.datatype") | .locations[0].line' found.json | sort -nu
}

cp "$HERE/declared.cc" .
grep -n WRONG declared.cc | tail -n +2 | cut -d: -f1 >wrong
for flavour in $(flavours); do
    case $flavour in
        mpich) level=-O0 ;;
        *) level=-O2 ;;
    esac
    "mpicxx.$flavour" -g $level declared.cc -o program || fail "declared.cc does not compile"
    lines_found ./program >found || true
    cmp -s wrong found || fail "$flavour $level: $(diff wrong found)"
    strip -o bare program
    [ -z "$(lines_found ./bare)" ] || fail "$flavour: something is found without debug information"
done

# A finding counts once, together with the warning from the source; every execution continues after it.
cat >both.c <<'C'
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    double mine = 1, all = 0;
    MPI_Init(NULL, NULL);
    MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
    printf("went on\n");
    MPI_Finalize();
    return 0;
}
C
"$TUTTI" verify --json=both.json -n 2 both.c >both.out 2>&1 && fail "verify finds nothing"
[ "$(jq '[.findings[] | select(.rule == "mismatch.datatype")] | length' both.json)" = 1 ] ||
    fail "not one finding: $(cat both.out)"
jq -e '[.findings[].related[]? | select(.what == "declared at" and .line == 6)] | length > 0' both.json >/dev/null ||
    fail "the finding does not say where the variable is declared"
"$TUTTI" run --no-out -n 2 both.c 2>&1 | grep -q "went on" || fail "the ranks did not go on"
