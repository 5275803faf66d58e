#!/usr/bin/env bash
# What a rank records: loops and sizes that leave the input free, marks in the source, ranks
# in communicators, and findings at the program's own call of a function that has a model.
. "$(dirname "$0")/../lib.sh"
export TMPDIR=$WORK/tmp
mkdir -p "$TMPDIR"

for mpi in $(flavours); do
    for program in loop marked local; do
        "$TUTTI" cc --mpi="$mpi" -g -I"$HERE/../../include" -o $program "$HERE/programs/$program.c"
    done

    expect_exit 1 "$TUTTI" test --time-limit=600 --stop-at-first --out="loop-$mpi" -- ./loop 5
    expect_text out 'loop.c:17' '[crash.signal]' '`./loop 333`'

    expect_exit 1 "$TUTTI" test --time-limit=600 --out="marked-$mpi" -- ./marked
    expect_text out 'marked.c:16' '[crash.signal]' 'n = 42'
    grep -q 'crash.exit' out && fail 'a value above the most that is marked'
    # Outside of `tutti test`, marks do nothing.
    expect_exit 0 "$TUTTI" run -n 2 -- ./marked

    expect_exit 1 "$TUTTI" test --time-limit=600 --stop-at-first -n 4 --out="local-$mpi" -- ./local 5
    expect_text out 'local.c:11' '[arg.comm]' 'in look_at'
done
