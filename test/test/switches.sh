#!/usr/bin/env bash
# Each technique of cost control can be turned off, and that changes what it is there for.
. "$(dirname "$0")/../lib.sh"
export TMPDIR=$WORK/tmp
mkdir -p "$TMPDIR"

# search NAME CODE OPTION...: results in NAME.
search() {
    local name=$1 code=$2
    shift 2
    expect_exit "$code" "$TUTTI" test --fixed-ranks -n 2 -j1 --time-limit=60 --out="$name" "$@" -- ./switches 3 3 4
}
# differs WHAT STAT OPERATOR: the statistic of the search without the technique, against that with all.
differs() {
    test "$(stat_of "$1" "$2")" "$3" "$(stat_of all "$2")" ||
        fail "--no-$1: $2 is $(stat_of "$1" "$2"), with it $(stat_of all "$2")"
}
# largest NAME: the greatest number in an argument of the corpus that reaches the last branch.
largest() { cat "$1"/corpus/*/run.sh | sed -n 's/.*switches \([0-9 -]*\).*/\1/p' | tr ' ' '\n' | sort -n | tail -n 1; }

for mpi in $(flavours); do
    "$TUTTI" cc --mpi="$mpi" -g -I "$HERE/../../include" -o switches "$HERE/programs/switches.c"
    rm -rf all two-way reduction cap tune cache independence quick long
    search all 0
    # Only the focus runs heavy code; rank 1 is never it.
    # That one aborts in heavy code, which the program itself has none of.
    search two-way 4 --no-two-way
    expect_text out '1 finding showed in the test build only'
    differs two-way branches_covered -ge
    # The conditions of a loop are all written down.
    search reduction 4 --no-reduction
    differs reduction constraints -gt
    # What the source says of upper bounds does not count: one branch more.
    search cap 0 --no-cap
    differs cap branches_covered -gt
    # Values are what the solver comes by.
    search tune 0 --no-tune
    [ "$(largest all)" -le 20 ] || fail "tuned: $(largest all)"
    [ "$(largest tune)" -gt "$(largest all)" ] || fail "not tuned: $(largest tune)"
    differs tune branches_covered -eq
    # Nothing is known from before.
    search cache 0 --no-cache
    [ "$(stat_of all solver_cached)" -gt 0 ] || fail 'nothing in the cache'
    [ "$(stat_of cache solver_cached)" = 0 ] || fail "--no-cache: $(stat_of cache solver_cached)"
    # Sets that differ in unrelated conditions are different ones: fewer are known from before.
    search independence 0 --no-independence
    differs independence solver_cached -lt
    # Time-outs: nothing is found in a millisecond that is found without a limit.
    search quick 4 --solver-timeout=1ms
    [ "$(stat_of quick solver_unknown)" -gt 0 ] || fail 'no time-out'
    # What was too hard stays unknown when the search goes on.
    search quick 4 --resume
    expect_text out 'a part of the paths' 'too hard'
    search long 0 --solver-timeout=0 --execution-limit=0
    [ "$(stat_of long solver_unknown)" = 0 ] || fail "time-outs without a limit: $(stat_of long solver_unknown)"
    differs long branches_covered -eq
done
