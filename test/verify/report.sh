#!/usr/bin/env bash
# tutti verify: its output in every form, and the progress that it shows.
. "$(dirname "$0")/../lib.sh"
root=$HERE/../..
: "${TUTTI_NODE_MODULES:=$("$root/packaging/setup" --node-modules)}"
export -n TUTTI_NODE_MODULES # the command takes TUTTI_* for options
flavour=${TUTTI_MPIS%% *} # the same for all
export EXECUTIONS=/dev/null # the lines that executions write
mpi_cc "$flavour" "$HERE/faults.c" -pthread -o faults

# All forms at once: 90 executions, of which 13 fail in two ways, by the order of messages.
expect_exit 1 "$TUTTI" verify --out=kept --json=search.json --sarif=search.sarif --html=search.html -n 4 -- ./faults search
cmp kept/findings.json search.json || fail "two documents"
judge search.json '.verb == "verify" and .world.buffering == "both" and
    .command[1] == "verify" and (.stats | .executions == 90 and .choices == 540 and .seconds > 0)'
judge search.json '.interleavings | .total == 90 and (.list | length) == 20 and
    ([.list[].number] | . == (sort | unique) and max <= 90 and min >= 1)'
# Half of those shown fail, with each finding among them, though one is in 1 of 90 only.
judge search.json '[.interleavings.list[] | select(.findings != null)] | length == 10 and
    ([.[].findings[]] | unique) == ["v-1", "v-2"] and all(.outcome != "ended" and .choices != null)'
judge search.json '[.interleavings.list[] | select(.outcome == "ended")] | length == 10 and
    all(.result | test("^[0-9a-f]{16}$")) and all((.events | length) > 0 and (.matches | length) > 0)'
judge search.sarif '[.runs[0].results[].ruleId] | sort == ["assert", "message.unmatched", "race.message"]'
expect_text search.html "90 interleavings were explored, 20 are shown here; 10 of them fail." "failed the assertion"
expect_text kept/stats "verdict violations" "executions 90" "failures 13"
expect_text out "explored: 90 executions with 540 choices; of the 20 kept, interleavings" "SUMMARY: 3 errors (4 ranks" \
    "In 12 of 90 executions." "In 1 of 90 executions." "replay: tutti replay kept/v-2"
expect_exit 0 "$TUTTI" report kept/findings.json
expect_text out "explored: 90 executions" "every schedule, up to an error: 90 executions"

# Others: everything or nothing is shown; one form on standard output, alone.
expect_exit 0 "$TUTTI" verify --no-out --json=- -n 3 -- ./faults master
cp out clean.json
judge clean.json '.verdict == "clean" and .findings == [] and (.unfinished | not) and .interleavings.total == 2 and
    ([.interleavings.list[].outcome] == ["ended", "ended"]) and .interleavings.list[0].choices == null and
    .interleavings.list[1].choices == "choice 1: rank 0 takes from rank 2"'
expect_exit 0 "$TUTTI" verify --no-out --sarif=- -n 3 -- ./faults master
cp out clean.sarif
judge clean.sarif '.runs[0].results == []'
expect_exit 0 "$TUTTI" verify --no-out --html=- -n 3 -- ./faults master
expect_text out "<!DOCTYPE html>" "2 interleavings"
expect_exit 1 "$TUTTI" verify --no-out --json=none.json --interleavings=0 -n 4 -- ./faults crash
judge none.json '.interleavings | .total == 6 and .list == []'
expect_text out "explored: 6 executions with 18 choices"
expect_exit 4 "$TUTTI" verify --no-out --json=part.json --max-executions=2 -n 4 -- ./faults master
judge part.json '.verdict == "incomplete" and .unfinished and .interleavings.total == 2'
expect_exit 3 "$TUTTI" verify --no-out --json=given-up.json -n 2 -- ./faults port

# Rules and suppressions select here as everywhere.
expect_exit 1 "$TUTTI" verify --no-out --rules=assert --json=rules.json --interleavings=0 -n 4 -- ./faults crash
judge rules.json '[.findings[].rule] == ["assert"]'
expect_exit 4 "$TUTTI" verify --no-out --rules=leak.* --interleavings=0 -n 4 -- ./faults crash
expect_text out 'up to an error that is not shown'
expect_exit 2 "$TUTTI" verify --no-out --rules=nonsense -n 4 -- ./faults crash

# All of it fits the schemas; those of a run show that these can fail.
cp "$root/test/report/fixtures/deadlock.json" .
"$TUTTI" report --sarif=deadlock.sarif deadlock.json >out 2>err || true
TUTTI_NODE_MODULES=$TUTTI_NODE_MODULES node "$root/test/report/validate.mjs" "$root/docs/findings.schema.json" \
    search.json clean.json none.json part.json given-up.json rules.json deadlock.json search.sarif clean.sarif deadlock.sarif >verdict ||
    { cat verdict >&2; fail "not as the schemas say"; }
expect_text verdict "10 files are valid"

# Progress: on a terminal, and only there.
watch() { # [OPTION]
    script -qec "stty cols 200; exec \"$TUTTI\" verify --no-out --interleavings=0 ${1:-} -n 4 -- ./faults search 10000" /dev/null </dev/null >screen || true
}
TERM=xterm watch --jobs=2
tr '\r' '\n' <screen | grep -E '^.\[K[0-9]+ executions, [0-9]+/s, [0-9]+ pending, [0-9]+ findings?, [0-9.e+-]+ % done, about [0-9]+ s left, depth [0-9]+$' >lines ||
    { cat -v screen >&2; fail "no progress"; }
[ "$(wc -l <lines)" -ge 3 ] || { cat -v lines >&2; fail "progress is shown $(wc -l <lines) times only"; }
tail -n 1 lines | grep -q "90 executions, .* 0 pending, 3 findings, 100 % done" || { cat -v lines >&2; fail "the last progress"; }
expect_text screen "SUMMARY:" "3 errors"
for terminal in xterm dumb; do
    TERM=$terminal watch "$([ $terminal = dumb ] || echo --quiet)"
    ! grep -q pending screen || { cat -v screen >&2; fail "progress in spite of --quiet or a dumb terminal"; }
    expect_text screen "3 errors"
done
expect_exit 1 "$TUTTI" verify --no-out --interleavings=0 -n 4 -- ./faults search
[ ! -s err ] || { cat err >&2; fail "progress without a terminal"; }
