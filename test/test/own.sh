#!/usr/bin/env bash
# own.sh: a finding of `tutti test` is one of the user's own program. An error that only the test build shows is
# counted, and is no finding.
. "$(dirname "$0")/../lib.sh"
[ "$(uname -m)" = x86_64 ] || exit 77 # traps of floating-point numbers are this processor's

# The optimiser of the test build converts a number before it knows whether that is wanted, which is
# right unless the program lets exceptions of floating-point numbers trap. The last line is a real error.
cat >trap.c <<'END_OF_PROGRAM'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <xmmintrin.h>
static int whole(double x)
{
    return x < 1e9 ? (int)x : 7;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (n > 40 && n < 64) {
        _mm_setcsr(_mm_getcsr() & ~(unsigned)_MM_MASK_INVALID);
        printf("%d\n", whole(n * 1e10));
    }
    MPI_Finalize();
    return WRONG && n > 70 ? 100 / (n - 71) : 0;
}
END_OF_PROGRAM

for mpi in $(flavours); do
    "$TUTTI" cc --mpi="$mpi" -g -DWRONG=0 trap.c -o trap
    expect_exit 0 "$TUTTI" run -n 1 --no-out -- ./trap 41
    expect_exit 4 "$TUTTI" test -n 1 --fixed-ranks --out="$mpi-trap" -- ./trap 1
    expect_text out "nothing found so far, not proven" \
        "1 finding showed in the test build only, and not in the program itself"
    [ "$(jq '.stats.test_build_only' "$mpi-trap/findings.json")" = 1 ] || fail "not counted"
    [ "$(jq '.findings | length' "$mpi-trap/findings.json")" = 0 ] || fail "blamed the program"

    "$TUTTI" cc --mpi="$mpi" -DWRONG=1 -g trap.c -o both
    expect_exit 1 "$TUTTI" test -n 1 --fixed-ranks --out="$mpi-both" -- ./both 1
    expect_text out "trap.c:18: error: rank 0 divided an integer by zero [divide.zero]" \
        "1 finding showed in the test build only" "SUMMARY: 1 error"
    expect_exit 1 "$TUTTI" replay "$mpi-both/t-1"
    expect_text out "divided an integer by zero" "a replay of the recorded one"
done

# For a source file, the user's own program is the one that `tutti cc` makes of it.
sed 's/WRONG/0/' trap.c >source.c
expect_exit 4 "$TUTTI" test -n 1 --fixed-ranks --no-out source.c 1
expect_text out "1 finding showed in the test build only"

# Without debug information the program does not say where it is: the test build does.
"$TUTTI" cc --mpi="$mpi" -DWRONG=1 trap.c -o plain
expect_exit 1 "$TUTTI" test -n 1 --fixed-ranks --out=plain-out -- ./plain 1
expect_text out "trap.c:18: error: rank 0 divided an integer by zero [divide.zero]"
