#!/usr/bin/env bash
# Each technique of cost control can be turned off, and that changes the figure that it is meant to improve.
. "$(dirname "$0")/../lib.sh"
export TMPDIR=$WORK/tmp
mkdir -p "$TMPDIR"

# search NAME CODE OPTION...: results in NAME.
search() {
    local name=$1 code=$2
    shift 2
    expect_exit "$code" "$TUTTI" test --fixed-ranks -n 2 -j1 --time-limit=600 --out="$name" "$@" -- ./switches 3 3 4
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
    # That rank aborts in heavy code, which the program itself does not have.
    search two-way 4 --no-two-way
    expect_text out '1 finding showed in the test build only'
    differs two-way branches_covered -ge
    # All conditions of a loop are recorded.
    search reduction 4 --no-reduction
    differs reduction constraints -gt
    # The upper bounds of the source do not count: one branch more.
    search cap 0 --no-cap
    differs cap branches_covered -gt
    # Values are those that the solver happens to find.
    search tune 0 --no-tune
    [ "$(largest all)" -le 20 ] || fail "tuned: $(largest all)"
    [ "$(largest tune)" -gt "$(largest all)" ] || fail "not tuned: $(largest tune)"
    differs tune branches_covered -eq
    # No answer comes from the cache.
    search cache 0 --no-cache
    [ "$(stat_of all solver_cached)" -gt 0 ] || fail 'nothing in the cache'
    [ "$(stat_of cache solver_cached)" = 0 ] || fail "--no-cache: $(stat_of cache solver_cached)"
    # Sets that differ in unrelated conditions are different ones: fewer answers come from the cache.
    search independence 0 --no-independence
    differs independence solver_cached -lt
    # Time-outs: within a millisecond the solver does not find what it finds without a limit.
    search quick 4 --solver-timeout=1ms
    [ "$(stat_of quick solver_unknown)" -gt 0 ] || fail 'no time-out'
    # A question that was too hard stays open when the search continues.
    search quick 4 --resume
    expect_text out 'a part of the paths' 'too hard'
    search long 0 --solver-timeout=0 --execution-limit=0
    [ "$(stat_of long solver_unknown)" = 0 ] || fail "time-outs without a limit: $(stat_of long solver_unknown)"
    differs long branches_covered -eq
done
