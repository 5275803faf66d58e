#!/usr/bin/env bash
# tutti verify: searches that are disturbed, and programs that fail in some schedules only. Each has a clear end,
# loses no finding, and leaves nothing behind: no process, nothing in /dev/shm.
#
# The script has a /dev/shm of its own where the system permits it, so that others cannot disturb.
if [ -z "${TUTTI_GUEST_SHM:-}" ]; then
    map=$([ "$(id -u)" = 0 ] || echo -r)
    # shellcheck disable=SC2086 # a word or none
    if unshare -m $map mount -t tmpfs tmpfs /dev/shm 2>/dev/null; then
        exec unshare -m $map env TUTTI_GUEST_SHM=own bash "$0" "$@"
    fi
    TUTTI_GUEST_SHM=shared
fi
own_shm=$TUTTI_GUEST_SHM
. "$(dirname "$0")/../lib.sh"
[ "$own_shm" != own ] || mount -t tmpfs tmpfs /dev/shm

# A line for each execution, not in the folder of the program, of which executions may have copies.
base=$WORK
trap 'rm -rf "$base"' EXIT
export EXECUTIONS=$base/executions
WORK=$base/folder
mkdir "$WORK"
cd "$WORK"
program=$WORK/faults SOURCE=$HERE/faults.c

# verify CODE [OPTION...] -- WHAT: results in out, err and j.json.
verify() {
    local code=$1 options=()
    shift
    while [ "$1" != -- ]; do options+=("$1"); shift; done
    shift
    expect_exit "$code" timeout 600 "$TUTTI" verify --json=j.json "${options[@]}" -- "$program" "$@"
    nothing_left "$program" "$flavour $*"
}

# found RULE MARK TIMES: a finding of rank 0 at the marked line, in so many executions. One in a function that only
# passes a call on is at its caller, and the marked line is the first of its stack.
found() {
    judge "[.findings[] | select(.rule == \"$1\" and
        (.locations[0] | .line == $(line_of "$2") or (.stack[0] // \"\" | endswith(\".c:$(line_of "$2")\"))) and
        (.why | contains(\"In $3 executions\")))] | length == 1"
}

# The results of a search, without those that depend on chance.
essence() { jq -S '[.verdict, (.stats | .executions, .choices, .failures, .deadlocks, .pending), [.findings[] | del(.replay)]]' "$1"; }

one_schedule() {
    # Two ways to end, each in some schedules; the others are clean. All are executed.
    verify 1 --no-out --interleavings=0 -n 4 -- crash
    judge '.verdict == "violations" and [.findings[].rule] == ["crash.signal", "assert", "race.message"] and
        .stats.executions == 6 and .stats.failures == 3'
    found crash.signal crash "2 of 6"
    found assert second "1 of 6"
    expect_text out "SUMMARY: 3 errors" 'every schedule, up to an error: 6 executions' '3 ended at an error'
    # Where they end in the same function of libc, they are still two.
    verify 1 --no-out --interleavings=0 -n 4 -- aborts
    judge '[.findings[].rule] == ["crash.signal", "crash.signal", "race.message"] and .stats.executions == 6'
    found crash.signal "first abort" "2 of 6"
    found crash.signal "second abort" "1 of 6"
}

loops() {
    # One that loops is stopped by its own limit, and the search goes on.
    verify 1 --no-out --execution-limit=1 -n 3 -- loop
    judge '[.findings[].rule] == ["loop"] and .findings[0].locations[0].function == "loop_once" and .stats.executions == 2'
    expect_text out "1 error so far, search not complete" "1 reached the time limit of an execution"
    ! grep -q "outside MPI" err || { cat err >&2; fail "$flavour: a loop is said to be outside MPI"; }
    # A server without end has a tree without end.
    verify 4 --no-out --max-executions=2 --execution-limit=500ms -n 3 -- serve
    judge '.verdict == "incomplete" and .findings == [] and .stats.executions == 2 and .stats.pending > 100'
    expect_text out "not proven" "a part of the schedules" "stopped by its budget" "known schedules not executed (less than 0.001 %"
}

budgets() {
    verify 4 --out=budget --max-executions=3 --interleavings=0 -n 4 -- master
    judge '.verdict == "incomplete" and .stats.executions == 3 and .stats.pending == 2'
    expect_text out "nothing found so far, not proven" "a part of the schedules: 3 executions" \
        "stopped by its budget with 2 known schedules not executed (about 50 % of all are done)"
    expect_text err "--resume --out=$WORK/budget"
    verify 4 --out=budget --resume --max-executions=2 --interleavings=0 -n 4 -- master
    judge '.stats.executions == 5 and .stats.pending == 1 and .stats.choices == 15'
    expect_text out "with 1 known schedule not executed"
    verify 0 --out=budget --resume -n 4 -- master
    judge '.verdict == "clean" and .stats.executions == 6 and .stats.choices == 18 and
        ([.interleavings.shown[]?.number, .interleavings[]?.number?] | . == (unique) and max <= 6)'
    expect_text out 'every schedule: 6 executions'
    verify 0 --out=budget --resume --interleavings=0 -n 4 -- master # nothing is left to do
    judge '.stats.executions == 6'
    rm -r budget
    # With findings the exit code is 1, or that of --error-exitcode.
    verify 1 --no-out --max-executions=5 --interleavings=0 -n 4 -- crash
    expect_text out "so far, search not complete"
    verify 7 --no-out --stop-at-first --error-exitcode=7 --jobs=1 --interleavings=0 -n 4 -- crash
    judge '.stats.executions < 6 and (.findings | length) == 2' # the error, and what it depends on
    # Time.
    verify 4 --out=budget --time-limit=2500ms --interleavings=0 -n 4 -- master 5
    judge '.stats.executions > 0 and .stats.executions < 756756 and .stats.pending > 0'
    done=$(jq .stats.executions j.json)
    verify 4 --out=budget --resume --max-executions=10 --interleavings=0 -n 4 -- master 5
    judge ".stats.executions == $done + 10"
    rm -r budget
}

# disturb SIGNAL: the search in `kept` gets the signal when 30 executions have happened: there is a gate, which keeps them
# from going on.
thirty_executions() { [ "$(wc -l <"$EXECUTIONS")" -ge 30 ]; }
disturb() {
    rm -rf "$EXECUTIONS" kept
    touch "$EXECUTIONS" "$EXECUTIONS.gate"
    # What a script starts in the background ignores SIGINT otherwise.
    env --default-signal=INT "$TUTTI" verify --out=kept --jobs=2 --interleavings=0 -n 4 -- "$program" search 10000 >out 2>err </dev/null &
    command=$!
    until_ thirty_executions
    kill "-$1" "$command"
    rm "$EXECUTIONS.gate"
    code=0
    wait "$command" 2>/dev/null || code=$?
    nothing_left "$program" "$flavour $1"
}

# resumed REPEATED: a resumed search finds what an undisturbed search finds, and repeats so many executions.
resumed() {
    local again distinct
    verify 1 --out=kept --resume --jobs=2 --interleavings=0 -n 4 -- search 10000
    essence kept/findings.json >got
    cmp -s whole.essence got || { diff whole.essence got >&2 || true; fail "$flavour: another result"; }
    # Each finding is executed once more for the report.
    distinct=$(sort -u "$EXECUTIONS" | wc -l)
    again=$(($(wc -l <"$EXECUTIONS") - distinct - 3))
    [ "$distinct" = 90 ] && [ "$again" -ge 0 ] && [ "$again" -le "$1" ] ||
        fail "$flavour: $distinct different executions, $again again"
}

killed() {
    rm -f "$EXECUTIONS"
    verify 1 --out=whole --jobs=2 --interleavings=0 -n 4 -- search 10000
    judge '.stats.executions == 90 and .stats.choices == 540 and .stats.failures == 13'
    found message.unmatched again "12 of 90"
    found assert assert "1 of 90"
    [ "$(wc -l <"$EXECUTIONS")" = 93 ] || fail "$flavour: not 90 executions and 3 for the report"
    essence whole/findings.json >whole.essence
    disturb KILL
    [ ! -e kept/findings.json ] || fail "$flavour: killed too late"
    resumed 2
    for signal in INT TERM; do
        disturb "$signal"
        case $code in 1 | 4) ;; *) cat out err >&2; fail "$flavour: exit code $code after SIG$signal" ;; esac
        expect_text out "a part of the schedules" "interrupted with"
        expect_text err "\`--resume --out=$WORK/kept\` with the same command continues the search"
        jq -e '.stats.executions >= 30 and .stats.executions < 90' kept/findings.json >/dev/null ||
            { cat kept/findings.json >&2; fail "$flavour: SIG$signal: what is kept"; }
        [ "$signal" = TERM ] || resumed 2
    done
    # A refused search changes nothing of another search.
    cp kept/findings.json before.json
    refused "another program, or other options" --out=kept --resume -n 4 -- "$program" master
    refused "another program, or other options" --out=kept --resume -n 4 --poll-bound=2 -- "$program" search 10000
    refused "another program, or other options" --out=kept --resume -n 5 -- "$program" search 10000
    refused "another program, or other options" --out=kept --resume --buffering=zero -n 4 -- "$program" search 10000
    refused "another program, or other options" --out=kept --resume --buffering=infinite -n 4 -- "$program" search 10000
    cp "$program" other
    refused "another program, or other options" --out=kept --resume -n 4 -- ./other search 10000
    cmp before.json kept/findings.json || fail "$flavour: a search that is refused has changed results"
}

# refused SENTENCE ARGUMENT...: wrong usage; nothing is said of schedules.
refused() {
    local sentence=$1
    shift
    expect_exit 2 "$TUTTI" verify "$@"
    expect_text err "$sentence"
    [ ! -s out ] || { cat out >&2; fail "$flavour: refused, but results are printed: $*"; }
}

wrong_usage() {
    refused "no such program" -n 2 -- ./absent
    refused "exit code 5 before it called MPI_Init" -n 2 -- "$program" leave
    refused "there is no search to resume in absent" --out=absent --resume -n 2 -- "$program"
    refused "--no-out keeps none" --no-out --resume -n 2 -- "$program"
    [ ! -e absent ] && [ -z "$(ls -A tutti-out 2>/dev/null)" ] || fail "$flavour: something is left of what was refused"
    rm -rf tutti-out
    refused "there is no search to resume in tutti-out" --resume -n 2 -- "$program"
    mkdir -p empty
    refused "there is no search to resume in $WORK/empty" --out=empty --resume -n 2 -- "$program"
    echo nonsense >empty/journal
    refused "is not a journal" --out=empty --resume -n 2 -- "$program"
    rm -r empty
    expect_exit 3 "$TUTTI" verify --out=/proc/none -n 2 -- "$program"
    expect_text err "/proc/none"
    # Without a name, the newest search is meant.
    verify 4 --max-executions=1 --interleavings=0 -n 3 -- master
    verify 0 --resume --interleavings=0 -n 3 -- master
    judge '.stats.executions == 2'
    [ "$(ls tutti-out | wc -l)" = 1 ] || fail "$flavour: a second folder"
    rm -r tutti-out
    # Calls that are not supported: a message, and no clean verdict.
    verify 3 --no-out -n 2 -- port
    expect_text err "1 execution could not be executed" "faults.c:$(line_of port): MPI_Close_port is for processes"
    judge '.verdict == "incomplete" and .stats.executions == 0 and .stats.given_up == 1'
    # Standard input is for all executions, or for none.
    echo 42 >number
    "$TUTTI" verify --no-out -n 4 -- "$program" input <number >out 2>err || { cat out err >&2; fail "$flavour: input"; }
    expect_text out 'every schedule: 6 executions'
    code=0
    { echo 42; sleep 2; } | { sleep 0.3; "$TUTTI" verify --no-out -n 4 -- "$program" input; } >out 2>err || code=$?
    [ "$code" = 1 ] || { cat out err >&2; fail "$flavour: exit code $code with a pipe"; }
    expect_text err "standard input is not a file"
    expect_text out "In 6 of 6 executions" "faults.c:$(line_of input)"
    # fork() loses threads: ranks are executed instead.
    verify 0 --no-out --interleavings=0 -n 3 -- threads
    expect_text out 'every schedule: 2 executions' 'has threads before MPI_Init'
}

full_disk() {
    [ "$own_shm" = own ] || return 0
    mkdir -p small
    mount -t tmpfs -o size=8k tmpfs small
    expect_exit 3 timeout 600 "$TUTTI" verify --out=small --interleavings=0 -n 4 -- "$program" search 10000
    nothing_left "$program" "$flavour full disk"
    expect_text err "cannot write $WORK/small/journal" "No space left on device"
    expect_text out "message.unmatched" "so far, search not complete" "stopped by an error"
    mount -o remount,size=1m small
    rm -f "$EXECUTIONS"
    verify 1 --out=small --resume --interleavings=0 -n 4 -- search 10000
    essence small/findings.json >got
    cmp -s whole.essence got || { diff whole.essence got >&2 || true; fail "$flavour: another result after a full disk"; }
    umount small
}

for flavour in $(flavours); do
    mpi_cc "$flavour" "$HERE/faults.c" -pthread -o faults
    rm -rf tutti-out
    one_schedule
    budgets
    killed
    full_disk
    wrong_usage
    [ "$flavour" != "$WHOLE" ] || loops # the same for all
done
