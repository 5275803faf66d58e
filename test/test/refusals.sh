#!/usr/bin/env bash
# refusals.sh: a program that refuses its arguments in an orderly way has no error, and one note says so. An end
# that only looks like a refusal is an error: no message, ranks that differ, an assertion, a crash, an end in the
# middle of the work. The program's own message stands with the finding, in `run` and `verify` too.
. "$(dirname "$0")/../lib.sh"

cat >refuse.c <<'END_OF_PROGRAM'
#include <assert.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static int rank;
static void refuse(const char *why)
{
    if (rank == 0)
        fprintf(stderr, "refuse: %s\nusage: refuse HOW\n", why);
}
static void on_crash(int number)
{
    fprintf(stderr, "caught signal %d\n", number);
    MPI_Abort(MPI_COMM_WORLD, 1);
}
int main(int argc, char **argv)
{
    int how = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && argc > 1)
        how = atoi(argv[1]);
    MPI_Bcast(&how, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (how == 11 && ORDERLY && rank == 0) {
        refuse("not eleven");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    if (how == 12 && ORDERLY) {
        refuse("not twelve");
        exit(3);
    }
    if (how == 13 && ORDERLY) {
        refuse("not thirteen");
        MPI_Finalize();
        return 4;
    }
    if (how == 21 && !ORDERLY)
        MPI_Abort(MPI_COMM_WORLD, 2); /* without a word */
    if (how == 22 && !ORDERLY && rank == 0) {
        refuse("and leave the others alone");
        exit(3);
    }
    if (how == 23 && !ORDERLY) {
        fprintf(stderr, "refuse: Assertion x > 0 failed\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    if (how == 24 && !ORDERLY) {
        signal(SIGSEGV, on_crash);
        raise(SIGSEGV);
    }
    MPI_Allreduce(MPI_IN_PLACE, &how, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (how == 25 && !ORDERLY) {
        fprintf(stderr, "the result is wrong\n");
        MPI_Abort(MPI_COMM_WORLD, 5);
    }
    MPI_Finalize();
    return 0;
}
END_OF_PROGRAM

lines() { jq -r "[.findings[] | select(.severity $1) | .locations[0].line] | unique | join(\" \")" "$2"; }

for mpi in $(flavours); do
    "$TUTTI" cc --mpi="$mpi" -g -DORDERLY=1 refuse.c -o orderly
    expect_exit 0 "$TUTTI" test -n 2 --max-ranks=2 --out="$mpi-orderly" -- ./orderly 1
    expect_text out "the program refuses some inputs, at 3 places, which is no error" "SUMMARY: 1 note" \
        'also refused, with "refuse: not t'
    [ "$(jq '.findings | length' "$mpi-orderly/findings.json")" = 1 ] || fail "more than one note"
    [ "$(jq '.stats.failures' "$mpi-orderly/findings.json")" = 0 ] || fail "a refusal is a failure"
    expect_exit 0 "$TUTTI" replay "$mpi-orderly/t-1"
    expect_text out "SUMMARY: 1 note" "a replay of the recorded one"

    "$TUTTI" cc --mpi="$mpi" -g -DORDERLY=0 refuse.c -o wrong
    expect_exit 1 "$TUTTI" test -n 2 --fixed-ranks --out="$mpi-wrong" -- ./wrong 1
    [ "$(lines '!= "note"' "$mpi-wrong/findings.json")" = "15 39 42 46 55" ] ||
        fail "errors are at $(lines '!= "note"' "$mpi-wrong/findings.json")"
    [ -z "$(lines '== "note"' "$mpi-wrong/findings.json")" ] || fail "there is a note"
done

for verb in run verify; do
    expect_exit 1 "$TUTTI" "$verb" -n 2 --no-out -- ./orderly 11
    expect_text out 'The last output of rank 0 to stderr: "refuse: not eleven / usage: refuse HOW".' "crash.abort"
    expect_exit 1 "$TUTTI" "$verb" -n 2 --no-out -- ./orderly 13
    expect_text out '"refuse: not thirteen / usage: refuse HOW"' "crash.exit"
done
