#!/usr/bin/env bash
# tutti verify: a journal that is damaged in its middle, a file system without locks, and two first starts in one folder.
. "$(dirname "$0")/../lib.sh"

# A line for each execution, not in the folder of the program, of which executions may have copies.
base=$WORK
trap 'rm -rf "$base"' EXIT
export EXECUTIONS=$base/executions
WORK=$base/folder
mkdir "$WORK"
cd "$WORK"
gcc -O1 -shared -fPIC -o faulty.so "$HERE/../spread/faulty.c"
mpi=${TUTTI_MPIS%% *}
mpi_cc "$mpi" "$HERE/faults.c" -pthread -o faults
search=(-n 4 -- ./faults search 10000)

essence() { jq -S '[.verdict, (.stats | .executions, .choices, .failures, .deadlocks, .pending), [.findings[] | del(.replay)]]' "$1"; }

# same FOLDER WHAT
same() {
    essence "$1/findings.json" >got
    cmp -s expected got || { cat out err >&2; diff expected got >&2 || true; fail "$2: another result"; }
}

verify=("$TUTTI" verify --interleavings=0 --jobs=2)
expect_exit 1 "${verify[@]}" --out=whole "${search[@]}"
essence whole/findings.json >expected

# A changed byte in the middle of a stopped journal: later records count, the work of the damaged record is executed again.
expect_exit 1 "${verify[@]}" --out=kept --max-executions=60 "${search[@]}"
size=$(stat -c %s kept/journal)
python3 -c "
import sys
data = bytearray(open('kept/journal', 'rb').read())
data[int(sys.argv[1])] ^= 1
open('kept/journal', 'wb').write(data)" $((size * 2 / 3))
rm -f "$EXECUTIONS"
expect_exit 1 "${verify[@]}" --out=kept --resume "${search[@]}"
same kept damaged
expect_text err "the journal in $WORK/kept was damaged: 1 of its records were lost"
expect_text out "every schedule" "the journal was damaged, and the work of 1 lost record is executed again"
jq -e '.stats.journal_damaged == 1 and (.stats | has("journal_lost") | not)' kept/findings.json >/dev/null || fail "not told in JSON"
[ "$(wc -l <"$EXECUTIONS")" -lt 90 ] || fail "what is behind the damage was executed again"

# A search that begins where another one is not finished keeps the journal of that one, which can still be continued. A
# finished one is of no use.
expect_exit 1 "${verify[@]}" --out=kept "${search[@]}"
[ ! -e kept/journal.old ] || fail "the journal of a finished search is kept"
expect_exit 1 "${verify[@]}" --out=kept --max-executions=60 "${search[@]}"
cp kept/journal unfinished
expect_exit 1 "${verify[@]}" --out=kept "${search[@]}"
same kept "beside an unfinished search"
[ "$(grep -c "$WORK/kept had the journal of a search that is not finished" err)" = 1 ] || { cat err >&2; fail "not said once"; }
cmp -s unfinished kept/journal.old || fail "the journal of an unfinished search is lost"
mv kept/journal.old kept/journal
rm -f "$EXECUTIONS"
expect_exit 1 "${verify[@]}" --out=kept --resume "${search[@]}"
same kept "an old journal that is resumed"
[ "$(wc -l <"$EXECUTIONS")" -lt 90 ] || fail "what the old journal has was executed again"

# No locks: one note, the same result, nothing left.
expect_exit 1 env NO_LOCKS=1 LD_PRELOAD="$WORK/faulty.so" "${verify[@]}" --out=nolocks "${search[@]}"
same nolocks "without locks"
[ "$(grep -c "this file system has no locks" err)" = 1 ] || { cat err >&2; fail "not said once"; }
[ -z "$(find nolocks -name '.tutti-*')" ] || fail "left: $(ls -A nolocks)"

# Two at once: one of them, or one after the other.
for round in 1 2 3; do
    for i in 1 2; do
        { CRAWL=1 LD_PRELOAD=$WORK/faulty.so "${verify[@]}" --out="two$round" "${search[@]}" >"out.$i" 2>"err.$i" </dev/null && echo 0 || echo $?; } >"code.$i" &
    done
    wait
    codes=$(sort code.1 code.2 | paste -sd' ')
    case $codes in
    "1 1") ;;
    "1 2") grep -qF "belongs to a search that is still running" err.1 err.2 || { cat err.1 err.2 >&2; fail "no clear sentence"; } ;;
    *) cat err.1 err.2 >&2; fail "two at once end with $codes" ;;
    esac
    same "two$round" "two at once"
done
