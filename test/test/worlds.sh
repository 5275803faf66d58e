#!/usr/bin/env bash
# worlds.sh: the options of `tutti test` that describe the world apply to every test: standard sends with buffers and
# without, and the number of ranks.
. "$(dirname "$0")/../lib.sh"

cat >world.c <<'END_OF_PROGRAM'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, size, n = argc > 1 ? atoi(argv[1]) : 0, other;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (n == 77 && rank < 2) {
        MPI_Send(&n, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD); /* line 10 */
        MPI_Recv(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (n == 88)
        abort();
    if (size != 3 && n == 5)
        abort();
    MPI_Finalize();
    return 0;
}
END_OF_PROGRAM

rules() { jq -r '[.findings[] | "\(.rule):\(.locations[0].line)"] | sort | join(" ")' "$1/findings.json"; }

for mpi in $(flavours); do
    "$TUTTI" cc --mpi="$mpi" -g world.c -o world
    # A send that needs a buffer is found if the options ask for it. 88 needs all three ranks, though one would be enough.
    for options in "" --schedules; do
        # shellcheck disable=SC2086 # options are words
        expect_exit 1 "$TUTTI" test -n 3 --fixed-ranks $options --out="$mpi$options" -- ./world 5
        expect_text out "3 ranks of \`./world 77\`" "3 ranks of \`./world 88\`" "tests of up to 3 ranks" "every path that follows"
        [ "$(rules "$mpi$options")" = "crash.signal:14 send.buffering:10" ] || fail "found $(rules "$mpi$options")"
        for id in t-1 t-2; do
            expect_exit 1 "$TUTTI" replay "$mpi$options/$id"
            expect_text out "a replay of the recorded one"
        done
    done
    expect_exit 1 "$TUTTI" test -n 3 --fixed-ranks --buffering=infinite --out="$mpi-infinite" -- ./world 5
    [ "$(rules "$mpi-infinite")" = "crash.signal:14" ] || fail "found $(rules "$mpi-infinite") with buffers"
    expect_exit 1 "$TUTTI" test -n 3 --fixed-ranks --buffering=zero --out="$mpi-zero" -- ./world 5
    [ "$(rules "$mpi-zero")" = "crash.signal:14 deadlock:10" ] || fail "found $(rules "$mpi-zero") without buffers"
done
