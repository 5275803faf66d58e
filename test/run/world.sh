#!/usr/bin/env bash
# tutti run: the virtual world end to end, on each MPI.
. "$(dirname "$0")/../lib.sh"
examples=$HERE/../../examples

cat >app.c <<'C'
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int rank, size, value, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (strcmp(what, "crash") == 0 && rank == 1)
        raise(SIGKILL);
    if (strcmp(what, "endless") == 0)
        for (;;)
            pause();
    if (strcmp(what, "spawn") == 0) {
        MPI_Comm others;
        MPI_Comm_spawn("x", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &others, MPI_ERRCODES_IGNORE);
    }
#if MPI_VERSION >= 4
    if (strcmp(what, "events") == 0)
        MPI_T_event_register_callback(NULL, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, NULL, NULL);
#endif
    value = rank;
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("rank %d of %d: sum %d\n", rank, size, sum);
    MPI_Finalize();
    return 0;
}
C

all_ranks() { [ "$(pgrep -cf "$WORK/app endless")" -ge 4 ]; }

set -m
for flavour in $(flavours); do
    mpi_cc "$flavour" app.c -o app
    mpi_cc "$flavour" "$examples/deadlock.c" -o deadlock
    mpi_cc "$flavour" "$examples/deadlock-fixed.c" -o fixed

    # The same answer for any number of ranks; lines are whole.
    for ranks in 1 2 5 64; do
        expect_exit 0 "$TUTTI" run --no-out -n "$ranks" -- "$WORK/app"
        [ "$(grep -cE "^\[[0-9]+\] rank [0-9]+ of $ranks: sum $((ranks * (ranks - 1) / 2))$" out)" = "$ranks" ] ||
            { cat out >&2; fail "$flavour: output of $ranks ranks"; }
    done
    expect_exit 0 "$TUTTI" run --no-out --output=plain -n 2 -- "$WORK/app"
    expect_text out "rank 1 of 2: sum 1"
    ! grep -q '^\[' out || fail "$flavour: --output=plain has prefixes"

    # A deadlock is found, with its line and who waits for whom; its corrected twin is clean.
    expect_exit 1 "$TUTTI" run --no-out --json=d.json -n 2 -- ./deadlock
    jq -e '.verdict == "violations" and .world.ranks == 2 and .world.mpi == "'"$flavour"'" and
           (.findings | length) == 1 and .findings[0].rule == "deadlock" and
           .findings[0].locations[0].line == 14 and .findings[0].locations[0].function == "exchange" and
           (.findings[0].locations[0].stack | length) == 2 and
           (.findings[0].locations[0].stack[1] | startswith("main at ")) and
           ([.findings[0].waits[] | [.rank, .on]] | sort) == [[0, 1], [1, 0]]' d.json >/dev/null ||
        { cat d.json >&2; fail "$flavour: the deadlock"; }
    expect_exit 0 "$TUTTI" run --no-out -n 4 -- ./fixed

    # Without any symbol: the place in the program, of the call and of its object.
    mpi_cc "$flavour" "$HERE/../suite/buffer/combine.c" -s -o bare
    expect_exit 1 "$TUTTI" run --no-out -n 4 -- ./bare
    expect_text out '[race.buffer]' '      ?? in bare+0x' '  started at ?? in bare+0x' '  created at ?? in bare+0x'

    # Faults.
    expect_exit 1 "$TUTTI" run --no-out --json=c.json -n 2 -- "$WORK/app" crash
    jq -e '.findings[0].rule == "crash.signal" and .findings[0].ranks == [1]' c.json >/dev/null ||
        { cat c.json >&2; fail "$flavour: the crash"; }
    nothing_left "$WORK/app" "$flavour crash"
    expect_exit 4 "$TUTTI" run --no-out --time-limit=1 -n 2 -- "$WORK/app" endless
    nothing_left "$WORK/app" "$flavour time limit"
    expect_exit 3 "$TUTTI" run --no-out -n 2 -- "$WORK/app" spawn
    expect_text err "MPI_Comm_spawn is for processes that start or meet later, and the virtual world has a fixed number of ranks"
    nothing_left "$WORK/app" "$flavour stop"
    # Callbacks of events are no part of any schedule.
    if [ "$(printf '#include <mpi.h>\nMPI_VERSION\n' | mpi_cc "$flavour" -E -x c - | tail -n 1)" -ge 4 ]; then
        expect_exit 3 "$TUTTI" run --no-out -n 2 -- "$WORK/app" events
        expect_text err "MPI_T_event_register_callback: events have functions of the program called, and the virtual world has no events"
    fi
    "$TUTTI" run --no-out -n 2 -- "$WORK/app" endless >out 2>err &
    command=$!
    until_ all_ranks
    kill -INT "$command"
    code=0; wait "$command" || code=$?
    [ "$code" = 4 ] || fail "$flavour: exit code $code after SIGINT"
    nothing_left "$WORK/app" "$flavour interrupt"
    "$TUTTI" run --no-out -n 2 -- "$WORK/app" endless >out 2>err &
    command=$!
    until_ all_ranks
    kill -KILL "$command"
    wait "$command" 2>/dev/null || true
    nothing_left "$WORK/app" "$flavour kill"
done

expect_exit 2 "$TUTTI" run -n 2 -- ./not-there
expect_text err not-there
expect_exit 2 "$TUTTI" run -n 0 -- ./app
expect_exit 2 "$TUTTI" run -n 2
