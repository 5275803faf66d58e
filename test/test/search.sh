#!/usr/bin/env bash
# Searches for bugs behind conditions: they are found, and can be reproduced.
. "$(dirname "$0")/../lib.sh"
# shellcheck source-path=SCRIPTDIR source=../marked.sh
. "$HERE/../marked.sh"
export TMPDIR=$WORK/tmp
mkdir -p "$TMPDIR"
mpi=${TUTTI_MPIS%% *}

# Words of the arguments, numbers, rank, number of ranks, rank in a communicator.
"$TUTTI" cc --mpi="$mpi" -g -o bugs "$HERE/programs/bugs.c"
expect_exit 1 "$TUTTI" test --time-limit=600 --execution-limit=2 --find=overflow,divide,bounds --out=bugs-out -- \
    ./bugs start 1
expect_text out 'bugs.c:11: error: rank 0 divided an integer by zero [divide.zero]' \
    '1 rank of `./bugs divide 37`' '[overflow.index]' '1 rank of `./bugs index 8`' \
    '46341 * 46341 does not fit into 32 bits [overflow.int]' \
    'bugs.c:35: error: rank 4 ended by signal 6' '5 ranks of `./bugs halves 5`' \
    'bugs.c:46: error: 1 rank can never go on [deadlock]' '3 ranks of `./bugs wait 11`' \
    '[loop]' '`./bugs loop 12`'
[ ! -s "$TMPDIR/left" ] && [ -z "$(ls -A "$TMPDIR")" ] || fail "left behind: $(ls -A "$TMPDIR")"

# The program itself reproduces the findings.
id=$(sed -n 's,.*replay: tutti replay bugs-out/,,p' out | head -n 1)
expect_exit 1 "$TUTTI" replay "bugs-out/$id"

# An input of the user's own that takes long is no bug, with whichever number of ranks.
cat >long.c <<'END'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    volatile double sum = 0;
    MPI_Init(&argc, &argv);
    double until = MPI_Wtime() + 1;
    for (long i = 0; i < 2000000000L * atoi(argv[1]); i++)
        sum += until;
    MPI_Finalize();
    return 0;
}
END
"$TUTTI" cc --mpi="$mpi" -g -o long long.c
code=0
"$TUTTI" test --iterations=4 -n 2 --max-ranks=3 --execution-limit=0.6 --no-out -- ./long 1 >out 2>err || code=$?
[ "$code" = 4 ] && expect_text out 'reached a limit of time or memory' || { cat out err >&2; fail "exit code $code of a long test"; }

# A test in which a rank cannot continue is not complete: the search continues, and what the test showed before
# counts. If it is the first test, the search ends.
cat >full.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
enum { MANY = 1 << 22 };
static double all[MANY], mine[MANY];
int main(int argc, char **argv)
{
    const struct rlimit none = {0, 0};
    MPI_Init(&argc, &argv);
    int number = argc > 1 ? atoi(argv[1]) : 0, count = 1;
    if (number >= 4711) {
        printf("%d\n", number * 600000);
        setrlimit(RLIMIT_AS, &none);
        count = MANY;
    }
    MPI_Allreduce(mine, all, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (number == 12)
        abort();
    MPI_Finalize();
    return 0;
}
END
"$TUTTI" cc --mpi="$mpi" -g -o full full.c
code=0
"$TUTTI" test -n 2 --max-ranks=3 --find=overflow --no-out -- ./full 1 >out 2>err || code=$?
[ "$code" = 1 ] && expect_text out 'reached a limit of time or memory' && expect_text out 'crash.signal' &&
    expect_text out 'overflow.int' || { cat out err >&2; fail "exit code $code where a rank could not go on"; }
code=0
"$TUTTI" test -n 2 --no-out -- ./full 4711 >out 2>err || code=$?
[ "$code" = 3 ] && expect_text err 'full.c:17: out of memory in rank' ||
    { cat out err >&2; fail "exit code $code where the first test could not go on"; }

# Standard input, and a file that the program writes to: the user's own stay as they are.
cat >reader.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = 0, rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    FILE *log = fopen("log.txt", "w");
    fprintf(log, "rank %d\n", rank);
    fclose(log);
    if (rank == 0 && scanf("n = %d", &n) == 1 && n == 4711)
        abort();
    MPI_Finalize();
    return 0;
}
END
"$TUTTI" cc --mpi="$mpi" -g -o reader reader.c
echo 'n = 3' >typed
echo mine >log.txt
code=0
"$TUTTI" test --time-limit=600 --emit-tests=emitted --out=reader-out -- ./reader <typed >out 2>err || code=$?
[ "$code" = 1 ] || { cat out err >&2; fail "exit code $code"; }
expect_text out '[crash.signal]' 'reader.c:13' 'standard input'
[ "$(cat log.txt typed)" = $'mine\nn = 3' ] || fail "the user's files were changed"
expect_text emitted/t-1/stdin 'n = 4711'
expect_text emitted/CMakeLists.txt 'add_test(NAME tutti.t-1 '
# The emitted test fails by itself; a test that shows nothing passes.
launch="mpiexec.$mpi"
[ "$mpi" = openmpi ] && launch="$launch --oversubscribe"
! MPIEXEC=$launch sh emitted/t-1/run.sh >out 2>&1 || { cat out >&2; fail 'the emitted test passes'; }
MPIEXEC=$launch sh emitted/corpus-000001/run.sh >out 2>&1 || { cat out >&2; fail 'a test fails'; }
[ "$(cat log.txt)" = mine ] || fail 'an emitted test writes into the source directory'

# Every strategy gets there.
"$TUTTI" cc --mpi="$mpi" -g -o figure1 "$HERE/programs/figure1.c"
for search in auto dfs bounded random uniform cfg; do
    expect_exit 1 "$TUTTI" test --time-limit=600 --search=$search --out="s-$search" -- ./figure1 10 50
    expect_text out 'figure1.c:16' '4 of 4 branches'
done

# A budget ends a search that is not complete; --resume continues it.
"$TUTTI" cc --mpi="$mpi" -g -o figure2 "$HERE/programs/figure2.c"
printf '5\n7\n' >input.txt
expect_exit 4 "$TUTTI" test --iterations=2 -j1 --out=part -- ./figure2
expect_text out 'not proven' 'stopped by its budget'
before=$(stat_of part executions)
expect_exit 0 "$TUTTI" test --resume --out=part -- ./figure2
[ "$(stat_of part executions)" -gt "$before" ] || fail 'nothing was added'
[ "$(stat_of part branches_covered)" = "$(stat_of part branches_reachable)" ] || fail 'not all branches'

# A new search in its folder does not lose what it has.
expect_exit 4 "$TUTTI" test --iterations=2 -j1 --out=aside -- ./figure2
cp aside/journal unfinished
expect_exit 0 "$TUTTI" test --out=aside -- ./figure2
expect_text err "$WORK/aside had the journal of a search that is not finished"
cmp -s unfinished aside/journal.old || fail 'the journal of an unfinished search is lost'

# A search that is killed can continue: no finding is lost, and at most one test per worker is repeated. (The
# usual search also guesses, and may guess again.)
export TEST_MARK=$WORK
"$TUTTI" cc --mpi="$mpi" -g -o nodes "$HERE/programs/nodes.c"
words=(./nodes 1 2 3 4 5 6)
expect_exit 1 "$TUTTI" test -j2 --search=dfs -n 1 --max-ranks=1 --out=whole -- "${words[@]}"
search=("$TUTTI" test -j2 --search=dfs -n 1 --max-ranks=1 --out=killed)
for least in 8 20; do
    "${search[@]}" -- "${words[@]}" >out 2>err </dev/null &
    until [ "$(find killed/corpus -name run.sh 2>/dev/null | wc -l)" -ge $least ]; do sleep 0.02; done
    kill -KILL $!
    wait $! 2>/dev/null || true
    nothing_left 300 'killed'
    [ $least != 8 ] || search+=(--resume)
done
expect_exit 1 "${search[@]}" -- "${words[@]}"
expect_text out '[crash.signal]' '[deadlock]' '[crash.abort]' 'every path'
count=$(stat_of killed executions)
whole=$(stat_of whole executions)
[ "$whole" -ge 64 ] && [ "$count" -ge "$whole" ] && [ "$count" -le $((whole + 4)) ] ||
    fail "killed twice and resumed: $count tests, not $whole"
[ "$(stat_of killed corpus)" = "$(stat_of whole corpus)" ] || fail "killed twice and resumed: $(stat_of killed corpus) inputs"

# Nothing symbolic: one test per number of ranks, and the search is complete.
cat >none.c <<'END'
#include <mpi.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return 0;
}
END
"$TUTTI" cc --mpi="$mpi" -o none none.c
expect_exit 0 "$TUTTI" test --out=none-out -- ./none
[ "$(stat_of none-out executions)" = 5 ] || { cat out >&2; fail 'not five tests'; }
