#!/usr/bin/env bash
# tutti verify: a poll is one question, however many operations its request has, and none if the answer is known.
. "$(dirname "$0")/../lib.sh"

# counted EXECUTIONS RANKS POLL-BOUND WHAT: proved right in so many executions.
counted() {
    expect_exit 0 "$TUTTI" verify --no-out --json=j.json --interleavings=0 --jobs=1 --max-executions=1000 --poll-bound="$3" -n "$2" -- ./polls "$4"
    jq -e --argjson executions "$1" '.verdict == "clean" and .findings == [] and .stats.executions == $executions' j.json >/dev/null ||
        { cat j.json >&2; fail "$flavour: $4 with $2 ranks and bound $3: not $1 executions"; }
}

for flavour in $(flavours); do
    mpi_cc "$flavour" "$HERE/polls.c" -o polls
    # Each message that comes is "not yet" there up to the bound: so many answers.
    for bound in 0 1 2; do
        answers=$((bound + 1))
        counted 1 2 $bound general
        counted $answers 2 $bound status
        counted $((answers + 1)) 2 $bound any-known
        [ "$(printf '#include <mpi.h>\nMPI_VERSION\n' | mpi_cc "$flavour" -E -x c - | tail -n 1)" -ge 4 ] || continue
        counted $answers 2 $bound exchange
        counted $((answers * answers)) 2 $bound parted-send
        counted $((answers * answers)) 2 $bound parted-receive
        counted $((answers * answers)) 2 $bound arrived-twice
        counted $((answers * answers * answers * answers)) 2 $bound arrived
    done
    # Choices of ranks that know nothing of each other multiply: each outcome is one that the ranks have seen.
    counted 2 2 1 independent
    counted 8 6 1 independent
    counted 1 2 1 one-sender
done
