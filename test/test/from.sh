#!/usr/bin/env bash
# `tutti verify --from`: every schedule of an input that `tutti test` kept: that of a finding, or one of its corpus.
. "$(dirname "$0")/../lib.sh"

# Behind one number in a file, rank 0 takes messages in any order, and one order is wrong.
cat >program.c <<'C'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, size, n = 0, first = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    FILE *file = fopen("in.dat", "r");
    if (!file || fscanf(file, "%d", &n) != 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    fclose(file);
    if (n == 37) {
        if (rank > 0)
            MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        for (int i = 1; rank == 0 && i < size; i++) {
            int from;
            MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            first = i == 1 ? from : first;
        }
        if (rank == 0 && first == 2)
            abort();
    }
    MPI_Finalize();
    return 0;
}
C
about() { jq -e "$2" "$1" >/dev/null || { cat "$1" >&2; fail "$2"; }; }
# shows: the last command found the abort, which takes the right input and the right order.
shows() { expect_text out '[crash.signal]' "every schedule, up to an error: $1 executions of $2 ranks"; }

for mpi in $(flavours); do
    rm -rf ./*/ in.dat
    echo 10 >in.dat
    "$TUTTI" cc --mpi="$mpi" -g program.c -o program
    expect_exit 0 "$TUTTI" test -n 3 --out=search -- ./program
    about search/findings.json '.findings | length == 1 and .[0].rule == "race.message" and .[0].next == "tutti verify --from=search/t-1"'
    expect_text out '  next: tutti verify --from=search/t-1'
    expect_exit 1 "$TUTTI" verify --from=search/t-1 --out=all
    shows 2 3
    # The same in another folder, from a path that is not there; again, with the order that fails.
    mkdir elsewhere
    (cd elsewhere && expect_exit 1 "$TUTTI" verify --from=../search/t-1 --no-out && shows 2 3)
    expect_exit 1 "$TUTTI" replay --no-out all/v-1
    expect_text out '[crash.signal]' 'a replay of the recorded one'
    # With other ranks.
    expect_exit 1 "$TUTTI" verify --from=search/t-1 -n 4 --no-out
    shows 6 4

    # An input of the corpus: by the command in its run.sh, from any folder; laid out when it is first used.
    kept=$(grep -lx 37 search/corpus/*/files/in.dat)
    kept=${kept%/files/in.dat}
    command=$(sed -n "s/^# .*Every schedule of it: //p" "$kept/run.sh")
    [ "$command" = "tutti verify --from='$WORK/$kept'" ] || fail "run.sh says $command"
    [ ! -e "$kept/directory" ] || fail 'laid out too early'
    rm in.dat
    echo 11 >in.dat
    expect_exit 1 "$TUTTI" verify --from="$kept" --out=corpus
    shows 2 "$(jq .world.ranks corpus/findings.json)"
    expect_exit 1 "$TUTTI" replay --no-out corpus/v-1
    expect_text out '[crash.signal]'
    expect_exit 0 "$TUTTI" verify --from=search/corpus/000001 --no-out
    expect_text out 'every schedule: 1 execution of 3 ranks'
    expect_exit 0 "$TUTTI" replay --no-out "$kept"
    expect_text out '[race.message]'
    grep -qx 11 in.dat || fail 'the file of the user was changed'

    # Values that the source marks, and the environment.
    "$TUTTI" cc --mpi="$mpi" -g -I"$HERE/../../include" "$HERE/../suite/concolic/marked-array.c" -o marked
    expect_exit 1 "$TUTTI" test --stop-at-first --out=marked-search -- ./marked
    expect_exit 1 "$TUTTI" verify --from=marked-search/t-1 --no-out
    expect_text out "failed the assertion letter != 'k'"
    "$TUTTI" cc --mpi="$mpi" -g "$HERE/../suite/concolic/environment.c" -o environment
    export LEVEL=1
    expect_exit 1 "$TUTTI" test --stop-at-first --symbolic=env:LEVEL --out=environment-search -- ./environment
    unset LEVEL
    expect_exit 1 "$TUTTI" verify --from=environment-search/t-1 --no-out
    # No execution shows a finding that only a trace proves: no command is suggested.
    "$TUTTI" cc --mpi="$mpi" -g "$HERE/../suite/concolic/overflow.c" -o overflow
    expect_exit 1 "$TUTTI" test --find=overflow --stop-at-first --out=overflow-search -- ./overflow 10
    about overflow-search/findings.json '.findings | all(.next == null)'
done

# A program that was built anew is another program, with a message.
"$TUTTI" cc --mpi="$mpi" -g -DAGAIN -O1 program.c -o program
expect_exit 1 "$TUTTI" verify --from=search/t-1 --no-out
expect_text err 'has changed since it was recorded'

# Messages about wrong command lines.
expect_exit 2 "$TUTTI" verify --no-out
expect_text err 'needs a program to run, or --from'
expect_exit 2 "$TUTTI" verify --no-out --from=search/t-1 -- ./program
expect_text err '--from already says what to execute'
expect_exit 2 "$TUTTI" verify --no-out --from=search/t-9
expect_text err 'there is no finding t-9'
expect_exit 2 "$TUTTI" verify --no-out --from=search/corpus/000099
printf 'damaged' >search/corpus/000001/input
rm search/corpus/000001/decisions
expect_exit 2 "$TUTTI" verify --no-out --from=search/corpus/000001
expect_text err 'damaged'
