#!/usr/bin/env bash
# replay.sh: `tutti replay` shows again what `tutti test` found, also with values that are no argument
# and no file: those that the source marks, which only the test build takes, and the environment; and
# what no execution shows by itself: what the trace proves, and that a loop does not end.
. "$(dirname "$0")/../lib.sh"
suite=$HERE/../suite/concolic

for mpi in $(flavours); do
    "$TUTTI" cc --mpi="$mpi" -g -I"$HERE/../../include" "$suite/marked-array.c" -o marked
    expect_exit 1 "$TUTTI" test --stop-at-first --out="$mpi-marked" -- ./marked
    expect_text out "letter = 107"
    expect_exit 1 "$TUTTI" replay --out="$mpi-again" "$mpi-marked/t-1"
    expect_text out "failed the assertion letter != 'k'" "a replay of the recorded one"
    expect_exit 1 "$TUTTI" replay "$mpi-again/r-1"

    # The report shows a float that the source marks as a float.
    "$TUTTI" cc --mpi="$mpi" -g -I"$HERE/../../include" "$suite/marked-float.c" -o float
    expect_exit 1 "$TUTTI" test --stop-at-first --out="$mpi-float" -- ./float
    expect_text out "x = 0.125"

    "$TUTTI" cc --mpi="$mpi" -g "$suite/environment.c" -o environment
    export LEVEL=1
    expect_exit 1 "$TUTTI" test --symbolic=env:LEVEL --out="$mpi-environment" -- ./environment
    unset LEVEL
    expect_exit 1 "$TUTTI" replay "$mpi-environment/t-1"
    expect_text out "a replay of the recorded one"

    "$TUTTI" cc --mpi="$mpi" -g "$suite/overflow.c" -o overflow
    expect_exit 1 "$TUTTI" test --find=overflow --out="$mpi-overflow" -- ./overflow 10
    expect_exit 1 "$TUTTI" replay --out="$mpi-overflow-again" "$mpi-overflow/t-1"
    expect_text out "46341 * 46341 does not fit into 32 bits" "a replay of the recorded one"
    expect_exit 1 "$TUTTI" replay "$mpi-overflow-again/r-1"
    expect_text out "46341 * 46341 does not fit into 32 bits"
done

"$TUTTI" cc --mpi="$mpi" -g "$suite/endless.c" -o endless
expect_exit 1 "$TUTTI" test --stop-at-first --execution-limit=2 --out=endless-out -- ./endless 8
expect_exit 1 "$TUTTI" replay endless-out/t-1
expect_text out "computed for more than 2 s" "a replay of the recorded one"

# The test build is gone.
rm -rf tutti-out/tests
expect_exit 2 "$TUTTI" replay "$mpi-marked/t-1"
expect_text err "tutti test --build-only"
