#!/usr/bin/env bash
# tutti verify: the same results, in the same order, whatever the number of workers; the same counts
# and places, whatever is tried first.
. "$(dirname "$0")/../lib.sh"

# The results that do not depend on time: counts, findings, and how each is replayed.
essence() {
    jq -S '[.verdict, (.stats | .executions, .choices, .failures, .deadlocks), .findings]' kept/findings.json
    grep -Hs '^choice ' kept/*.decisions || true
}

counts() { jq -S '[.verdict, (.stats | .executions, .failures, .deadlocks), ([.findings[] | [.rule, .locations[0].line]] | sort)]' kept/findings.json; }

# same CODE PROGRAM RANKS WHAT...
same() {
    local code=$1 program=$2 ranks=$3 jobs
    shift 3
    for jobs in 1 2 4; do
        rm -rf kept
        expect_exit "$code" "$TUTTI" verify --out=kept --interleavings=0 --jobs=$jobs -n "$ranks" -- "./$program" "$@"
        jq -e ".stats.workers == $jobs" kept/findings.json >/dev/null || fail "$flavour: $*: not $jobs workers"
        essence >"got-$jobs"
        cmp -s got-1 "got-$jobs" || { diff got-1 "got-$jobs" >&2 || true; fail "$flavour: $*: --jobs=$jobs gives something else"; }
    done
    counts >counted
    rm -r kept
    expect_exit "$code" "$TUTTI" verify --out=kept --interleavings=0 --jobs=2 --seed=7 -n "$ranks" -- "./$program" "$@"
    counts | cmp -s counted - || { counts | diff counted - >&2 || true; fail "$flavour: $*: another seed gives something else"; }
}

for flavour in $(flavours); do
    for program in counts faults replay results; do
        mpi_cc "$flavour" -Wno-stringop-overflow "$HERE/$program.c" -pthread -o "$program"
    done
    same 0 counts 6 masters 2
    same 0 counts 4 waitsome
    same 1 faults 4 search
    same 1 faults 4 aborts
    same 1 replay 3 needle
    same 0 results 3 print-both
done
