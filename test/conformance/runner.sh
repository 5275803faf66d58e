#!/usr/bin/env bash
# The runner of conformance suites reads their lists, and says passed only of a test that is.
. "$(dirname "$0")/../lib.sh"
flavour=${TUTTI_MPIS%% *}
export MPI=$flavour INTO=$WORK/into

# A suite of a few programs: what one does is its argument.
mkdir -p suite/basic/deep suite/spawn
cat >suite/basic/act.c <<'END_OF_C'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    const char *act = argc > 1 ? argv[1] : "right";
    int rank, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!strcmp(act, "hang") && rank == 0)
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!strcmp(act, "prints") && rank == 0)
        printf("expected 1 but got 2\n");
    if (!strcmp(act, "tag") && rank == 0)
        MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, -5, MPI_COMM_WORLD);
    if (!strcmp(act, "environment") && !getenv("ACT_NOW"))
        printf("no environment\n");
    if (strcmp(act, "silent") && rank == 0)
        printf(" No Errors\n");
    MPI_Finalize();
    return !strcmp(act, "fails");
}
END_OF_C
cp suite/basic/act.c suite/spawn/act.c
cp suite/basic/act.c suite/basic/deep/act.c
echo 'int main(void) { return nothing; }' >suite/basic/unbuilt.c
cat >suite/testlist.in <<'END_OF_LIST'
basic
#absent
spawn
END_OF_LIST
cat >suite/basic/testlist.in <<'END_OF_LIST'
# Comments, and an empty line.

act 2
act 3 arg=environment env=ACT_NOW=1 timeLimit=30  # and a comment
act 2 arg=hang
act 2 arg=prints
act 2 arg=silent
act 2 arg=tag
act 2 arg=fails
act 2 arg=fails resultTest=TestStatus
act 2 arg=right resultTest=TestStatus
act 2 arg=silent xfail=ticket1
act 2 mem=1000000
unbuilt 2
deep
END_OF_LIST
echo 'act' >suite/basic/deep/testlist.in
echo 'act 2' >suite/spawn/testlist.in
cat >suite/configure <<'END_OF_CONFIGURE'
#!/bin/sh
for word; do case $word in MPICC=*) compiler=${word#MPICC=} ;; esac; done
for place in . basic basic/deep spawn; do
    sed s/absent/absent/ $place/testlist.in >$place/testlist
    # shellcheck disable=SC2016 # make's variables
    printf 'CC = %s\n%%: %%.c\n\t$(CC) $< -o $@\n' "$compiler" >$place/Makefile
done
END_OF_CONFIGURE
chmod +x suite/configure

expect_exit 1 "$HERE/run.sh" suite
expect_text out '| basic | 12 | 3 | 6 | 0 | 1 | 2 |' '| basic/deep | 1 | 1 | 0 | 0 | 0 | 0 |' '| spawn | 1 | 0 | 0 | 0 | 0 | 1 |' \
    '| all | 14 | 4 | 6 | 0 | 1 | 3 |' '4 of 10 passed (40.0 %)' \
    'basic/act hang, 2 ranks: deadlock: ' 'basic/act prints, 2 ranks: prints: expected 1 but got 2' \
    'basic/act silent, 2 ranks: exits without No Errors' 'basic/act tag, 2 ranks: arg.tag: ' \
    'basic/act fails, 2 ranks: crash.exit: ' 'basic/act right, 2 ranks: ends with status 0, and should not' \
    'not built basic/unbuilt, 2 ranks: unbuilt.c' 'skipped: dynamic processes (1)' \
    'skipped: MPICH fails it too (1)' 'skipped: needs 1000000 GiB of memory (1)'
[ "$(wc -l <into/results.tsv)" = 14 ] || fail 'not one line for each test'

# A pattern, and a test that is known to be wrong in one way: only that one is accepted.
expect_exit 0 "$HERE/run.sh" suite '^basic/deep/'
expect_text out '1 of 1 passed'
echo 'basic/act | arg.tag | a tag that is none' >known
KNOWN=$WORK/known expect_exit 1 "$HERE/run.sh" suite '^basic/act$'
expect_text out '| basic | 11 | 3 | 5 | 1 | 0 | 2 |' 'wrong     basic/act tag, 2 ranks: arg.tag: a tag that is none'

# Tests that the library fails by itself do not count if they fail here.
echo "basic/act | $flavour | ends with 1 without Tutti, too" >fails
FAILS=$WORK/fails expect_exit 0 "$HERE/run.sh" suite '^basic/act$'
expect_text out '| basic | 11 | 3 | 0 | 0 | 0 | 8 |' "skipped: $flavour fails it too (6)"
echo 'basic/act | another | ends with 1 without Tutti, too' >fails
FAILS=$WORK/fails expect_exit 1 "$HERE/run.sh" suite '^basic/act$'
expect_text out '| basic | 11 | 3 | 6 | 0 | 0 | 2 |'

# The runner writes nothing into the suite, and refuses a folder that is no suite.
[ ! -e suite/basic/Makefile ] || fail 'the suite itself was configured'
expect_exit 2 "$HERE/run.sh" suite nothing
expect_exit 2 "$HERE/run.sh" "$HERE"
MPI=none expect_exit 2 "$HERE/run.sh" suite
