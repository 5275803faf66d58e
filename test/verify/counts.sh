#!/usr/bin/env bash
# tutti verify: one execution for each distinct complete match relation, no more and no less.
. "$(dirname "$0")/../lib.sh"

# counted EXECUTIONS RANKS POLL-BOUND WHAT [K]: proved right in so many executions.
counted() {
    local executions=$1 ranks=$2 bound=$3
    shift 3
    expect_exit 0 "$TUTTI" verify --no-out --json=j.json --interleavings=0 --jobs=1 --poll-bound="$bound" -n "$ranks" -- ./counts "$@"
    jq -e --argjson executions "$executions" '.verdict == "clean" and .findings == [] and
        .stats.executions == $executions and .stats.pending == 0 and .stats.failures == 0' j.json >/dev/null ||
        { cat j.json >&2; fail "$flavour: $* with $ranks ranks and bound $bound: not $executions executions"; }
}

for flavour in $TUTTI_MPIS; do
    mpi_cc "$flavour" -Wno-stringop-overflow "$HERE/counts.c" -o counts

    # (W*K)! / (K!)^W
    counted 6 4 1 master 1
    counted 90 4 1 master 2
    counted 1680 4 1 master 3
    counted 24 5 1 master 1
    # Independent masters: 2 * 2 and 6 * 6.
    counted 4 6 1 masters 1
    counted 36 6 1 masters 2
    # The paper's figures.
    counted 2 3 1 figure1
    counted 2 3 1 figure2
    counted 2 3 1 figure3
    expect_exit 1 "$TUTTI" verify --no-out --json=j.json -n 3 -- ./counts figure3-specific
    jq -e '.verdict == "violations" and [.findings[].rule] == ["deadlock", "race.message"] and
        all(.findings[]; .severity == "error") and (.findings[0].why | contains("In 1 of 2 executions")) and
        .stats.executions == 2 and .stats.deadlocks == 1 and .stats.failures == 1' j.json >/dev/null ||
        { cat j.json >&2; fail "$flavour: figure 3 with a specific receive"; }
    # Without a choice there is one.
    counted 1 4 1 ring
    counted 2 4 1 allgather

    # Orders of requests: 2, 3!; ordered partitions of 2 and of 3 requests: 3, 13.
    counted 2 3 1 waitany
    counted 6 4 1 waitany
    counted 1 3 1 waitany-in-order
    counted 3 3 1 waitsome
    counted 13 4 1 waitsome

    # A poll that can be answered is, or is refused up to the bound, each time anew.
    counted 1 2 0 test-once
    counted 2 2 1 test-once
    counted 2 2 2 test-once
    counted 1 2 1 test-early
    for bound in 0 1 2; do
        answers=$((bound + 1))
        counted $answers 2 $bound test
        counted $answers 3 $bound testall
        counted $((answers * answers)) 3 $bound test
        counted $((2 * answers * answers)) 3 $bound testany
        counted $((answers + 2 * answers * answers)) 3 $bound testsome
        counted $((2 * answers * answers)) 3 $bound iprobe
    done
    counted 8 3 1 improbe
    counted 2 3 1 probe
    counted 2 3 1 mprobe
done
