#!/usr/bin/env bash
# Runs of several verbs as one report: each bug once, what changed since, and a baseline so that only what is new counts.
. "$(dirname "$0")/../lib.sh"
mpi=${TUTTI_MPIS%% *}

source_with() { # LINE: the program with this line behind a branch of rank 0
    printf '%s\n' '#include <mpi.h>' 'int main(int argc, char **argv)' '{' '    int rank, value = 0;' '    MPI_Init(&argc, &argv);' \
        '    MPI_Comm_rank(MPI_COMM_WORLD, &rank);' '    if (rank == 0)' "        $1" \
        '    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);' '    MPI_Finalize();' '    return value;' '}' >a.c
    mpi_cc "$mpi" a.c -o a
}

source_with 'MPI_Barrier(MPI_COMM_WORLD);'
expect_exit 1 "$TUTTI" check --mpi="$mpi" a.c
expect_exit 1 "$TUTTI" verify -n 2 ./a
expect_exit 0 "$TUTTI" report tutti-out
[ "$(grep -c '^a.c:' out)" = 1 ] || { cat out >&2; fail 'the bug is not told once'; }
expect_text out 'found by: verify, check (as collective.divergence)' 'verify -n 2 ./a: violations, 1 finding' 'SUMMARY: 1 error'
expect_exit 0 "$TUTTI" report tutti-out --json=base.json --html=page.html --sarif=page.sarif
jq -e '.verb == "report" and (.findings | length == 1) and (.findings[0].sightings | length == 2) and (.runs | length == 2)' base.json >/dev/null ||
    { cat base.json >&2; fail 'the JSON'; }
expect_text page.html 'Found by verify' '<h2>Runs</h2>'
expect_exit 0 "$TUTTI" report base.json
expect_text out 'found by: verify, check'

# A finding of the baseline is a note, whichever verb finds it; one more line above it makes no difference.
sed -i '1i /* one more line */' a.c
mpi_cc "$mpi" a.c -o a
expect_exit 4 "$TUTTI" verify --baseline=base.json --sarif=known.sarif -n 2 ./a
expect_text out 'note: ' '(known)' 'up to an error that the baseline knows'
[ "$(jq -r '.runs[0].results[0].baselineState' known.sarif)" = unchanged ] || fail 'baselineState of a known one'
expect_exit 0 "$TUTTI" check --mpi="$mpi" --baseline=base.json a.c

# A new one counts.
source_with 'MPI_Comm_dup(MPI_COMM_SELF, &(MPI_Comm){0});'
expect_exit 1 "$TUTTI" verify --baseline=base.json --sarif=new.sarif -n 2 ./a
expect_text out '[leak.comm]'
[ "$(jq -r '.runs[0].results[0].baselineState' new.sarif)" = new ] || fail 'baselineState of a new one'
expect_exit 0 "$TUTTI" report tutti-out
expect_text out '1 finding (1 new, 1 gone)'

# Faults.
mkdir empty
expect_exit 2 "$TUTTI" report empty
expect_text err 'there is no findings.json in empty'
expect_exit 2 "$TUTTI" verify --baseline=a.c -n 2 ./a
expect_text err '--baseline takes a findings.json'
expect_exit 3 "$TUTTI" verify --baseline=not-there.json -n 2 ./a
expect_text err 'not-there.json'
