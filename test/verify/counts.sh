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

# estimated EXECUTIONS RANKS FACTOR WHAT [K]: what a search says of the whole when it is stopped after some
# of so many is wrong by no more than this factor.
estimated() {
    local all=$1 ranks=$2 factor=$3 some said
    shift 3
    for some in 20 50 200 1000; do
        expect_exit 4 "$TUTTI" verify --no-out --json=j.json --interleavings=0 --jobs=1 --snapshots=0 --max-executions=$some -n "$ranks" -- ./counts "$@"
        said=$(jq -r '.coverage | capture("about (?<part>[0-9.e-]+) % of all are done").part' j.json)
        jq -ne --argjson said "$said" --argjson some $some --argjson all "$all" --argjson factor "$factor" \
            '($said * $all / (100 * $some)) as $wrong | $wrong < $factor and $wrong * $factor > 1' >/dev/null ||
            fail "$flavour: $* with $ranks ranks: $said % after $some of $all executions"
    done
}

for flavour in $(flavours); do
    mpi_cc "$flavour" -Wno-stringop-overflow "$HERE/counts.c" -o counts

    # (W*K)! / (K!)^W
    counted 6 4 1 master 1
    counted 90 4 1 master 2
    counted 1680 4 1 master 3
    counted 24 5 1 master 1
    counted 24 5 1 chain
    # All subtrees are alike; those of the first alternatives are the smaller ones.
    estimated 5040 8 1.01 master 1
    estimated 5040 8 1.01 chain
    estimated 2520 5 2.5 master 2
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
