#!/usr/bin/env bash
# tutti verify: reports race.message only if ranks send, print or exit with something that depends on the order of
# messages, and then names the receive that decides.
. "$(dirname "$0")/../lib.sh"
SOURCE=$HERE/results.c

# races WHAT [MARK...]: a note for each marked receive, and nothing else. There are 2 * 2 schedules.
races() {
    local what=$1 lines
    shift
    lines=$(for mark; do line_of "$mark"; done | jq -sc sort)
    expect_exit 0 "$TUTTI" verify --no-out --json=j.json --interleavings=0 -n 3 -- ./results "$what"
    jq -e --argjson lines "$lines" '.verdict == "clean" and .stats.executions == 4 and
        (.findings | all(.rule == "race.message" and .severity == "note" and .locations[0].rank == 0)) and
        ([.findings[].locations[0].line] | sort) == $lines' j.json >/dev/null ||
        { cat j.json >&2; fail "$flavour: $what: not the races at $lines"; }
}

for flavour in $(flavours); do
    mpi_cc "$flavour" "$HERE/results.c" -o results
    races none
    races sum
    races print first
    expect_text out "the messages, output or exit codes of ranks depend on the message that MPI_Recv of rank 0 takes"
    races errors first
    races send first
    races collective first
    races print-second second
    races print-both first second
    races probe probe
    # Times: those of MPI are the same in each; others say nothing of the order.
    races wtime
    races clock
    expect_text out "differs even if all messages match alike"
    # The exit status, which is an error: the order decides on it, whatever else is printed.
    for what in status clock-status; do
        expect_exit 1 "$TUTTI" verify --no-out --json=j.json --interleavings=0 -n 3 -- ./results "$what"
        jq -e '[.findings[].rule] == ["crash.exit", "race.message"] and
            (.findings[1] | .severity == "error" and (.headline | contains("crash.exit")) and .locations[0].call == "MPI_Recv") and
            (.findings[0].why | contains("In 2 of 4 executions"))' j.json >/dev/null ||
            { cat j.json >&2; fail "$flavour: $what"; }
    done
    # A finding that occurs twice in an execution is counted once.
    expect_exit 1 "$TUTTI" verify --no-out --json=j.json --interleavings=0 -n 3 -- ./results leaks
    jq -e '.findings | length > 0 and all(.rule == "leak.request" and (.why | contains("In 4 of 4 executions")))' j.json \
        >/dev/null || { cat j.json >&2; fail "$flavour: leaks"; }
done
