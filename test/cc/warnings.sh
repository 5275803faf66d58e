#!/usr/bin/env bash
# Warnings at link: their form, and how to turn them into errors or data, or off.
. "$(dirname "$0")/lib.sh"

expect_exit 0 tutti-cc -fno-tutti-checks wrong.c -o wrong
expect_text err 'wrong.c:8:9: warning: ' '    8 |     if (rank == 0)' '      |         ^' \
    'wrong.c:7:5: note: ' '[collective.divergence]'
! grep -q $'\033' err || fail 'colours where there is no terminal'
expect_exit 0 env TUTTI_COLOR=always tutti-cc -fno-tutti-checks wrong.c -o wrong
expect_text err $'\033[35mwarning: '

# Errors on request, and then there is no program.
rm wrong
expect_exit 1 tutti-cc -Werror=tutti wrong.c -o wrong
expect_text err 'wrong.c:8:9: error: '
[ ! -e wrong ] || fail 'a program in spite of errors'
silent tutti-cc -Werror=tutti right.c helper.c -o right
for option in -Wno-tutti -w -fno-tutti-analysis; do
    silent tutti-cc -fno-tutti-checks $option wrong.c -o wrong
done

# Comments in the source, on the line or above it; a file; rules.
sed 's,if (rank == 0),& // tutti: ignore(collective.divergence),' wrong.c >ignored.c
silent tutti-cc -fno-tutti-checks ignored.c -o wrong
sed 's,^    if (rank == 0),    /* tutti: ignore(collective.*) */\n&,' wrong.c >ignored.c
silent tutti-cc -fno-tutti-checks ignored.c -o wrong
sed 's,if (rank == 0),& // tutti: ignore,' wrong.c >ignored.c
silent tutti-cc -fno-tutti-checks ignored.c -o wrong
sed 's,if (rank == 0),& // tutti: ignore(leak.*),' wrong.c >ignored.c
expect_exit 0 tutti-cc -fno-tutti-checks ignored.c -o wrong
expect_text err 'ignored.c:8:9: warning: '
echo 'collective.divergence file:wrong.c' >list
silent env TUTTI_SUPPRESSIONS=list tutti-cc -fno-tutti-checks wrong.c -o wrong
silent env TUTTI_RULES=leak.* tutti-cc -fno-tutti-checks wrong.c -o wrong
echo 'suppressions = list' >.tutti.conf
silent tutti-cc -fno-tutti-checks wrong.c -o wrong
rm .tutti.conf

# Notes are left to `tutti check`.
cat >square.c <<'END'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 1;
    double *matrix = calloc(n * n, sizeof *matrix);
    MPI_Bcast(matrix, n * n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    free(matrix);
    MPI_Finalize();
    return 0;
}
END
silent tutti-cc -fno-tutti-checks square.c -o square
expect_exit 0 "$TUTTI" check --no-out square.c
expect_text out 'square.c:8:25: note: ' '[overflow.int]'

# The same as data.
expect_exit 0 env TUTTI_JSON=found.json TUTTI_SARIF=found.sarif tutti-cc -fno-tutti-checks wrong.c -o wrong
jq -e '.verb == "cc" and .findings[0].rule == "collective.divergence" and .findings[0].locations[0].line == 8' found.json >out ||
    { cat found.json >&2; fail 'not in the JSON'; }
jq -e '.runs[0].results[0].ruleId == "collective.divergence"' found.sarif >out || fail 'not in the SARIF'
no_leftovers
