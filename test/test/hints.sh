#!/usr/bin/env bash
# Tests first visit the places of which the source analysis warns: bugs there are found in fewer tests. Bugs elsewhere
# are found all the same.
. "$(dirname "$0")/../lib.sh"

# tests OPTION...: how many it takes to the first bug, which is of the rule and at the line.
tests() {
    expect_exit 1 "$TUTTI" test -n 2 -j1 --stop-at-first --time-limit=600 --no-out --json=x.json "$@" -- ./program 1 3 0 0 1 0 0
    jq -e --arg rule "$rule" --argjson line "$line" 'any(.findings[]; .rule == $rule and .locations[0].line == $line)' x.json >/dev/null ||
        fail "$* finds $(jq -c '[.findings[] | [.rule, .locations[0].line]]' x.json), not $rule at line $line"
    jq .stats.executions x.json
}
for mpi in $(flavours); do
    cp "$HERE/programs/hints.c" program.c
    "$TUTTI" cc --mpi="$mpi" -Wno-tutti -g program.c -o program
    rule=deadlock line=$(line_with 'MPI_Barrier' program.c)
    with=$(tests) without=$(tests --no-hints)
    [ "$with" -lt "$without" ] || fail "$mpi: $with tests with hints, $without without"

    # The place that is warned of cannot be reached; the bug is elsewhere.
    sed 's/width == 11 && rank == 0/width == 11 \&\& width == 12 \&\& rank == 0/; s/cells\[58\] = 1/abort()/' "$HERE/programs/hints.c" >program.c
    "$TUTTI" cc --mpi="$mpi" -Wno-tutti -g program.c -o program
    rule=crash.signal line=$(line_with 'abort()' program.c)
    tests >/dev/null
    tests --no-hints >/dev/null
done

# The warnings of the analysis are kept beside the test build, and are those of this program.
"$TUTTI" test --build-only -- ./program >out
jq -e '.findings | any(.rule == "collective.divergence")' "$(dirname "$(dirname "$(cat out)")")/warnings.json" >/dev/null || fail 'no warnings.json'
