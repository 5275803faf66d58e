#!/usr/bin/env bash
# The journal of a search on a disk that fails: every write of a short search goes wrong in every way, and the search is
# resumed. And: a file system without locks, and many first starts in one folder. The first argument is spread_tool.
. "$(dirname "$0")/../lib.sh"
. "$HERE/lib.sh"

gcc -O1 -shared -fPIC -o faulty.so "$HERE/faulty.c"
SEARCH=(depth=9 branches=2 workers=1)

# tool [NAME=VALUE...]: the search with the library that plays the disk; code, and output in out and err.
tool() {
    code=0
    { LD_PRELOAD=$WORK/faulty.so "$TOOL" "${SEARCH[@]}" "$@" >out 2>err; } 2>/dev/null || code=$?
}

# whole WHAT: the search is complete, and each result came once.
whole() {
    [ "$code" = 0 ] && grep -qxE "$expected; [0-9]+ old, $count done, 0 pending, 0 failed" out ||
        { cat out err >&2; fail "$1: not what an undisturbed search finds ($expected)"; }
}

tool
expected=$(sed 's/;.*//' out)
count=$(sed 's/.* old, \([0-9]*\) done.*/\1/' out)
[ "$count" -gt 10 ] && [ "$count" -lt 40 ] || fail "this is no short search: $count"

for fault in cut die flip drop twice full; do
    for ((k = 0; k < count + 2; k++)); do
        rm -rf kept
        FAULT=$fault:$k tool directory=kept
        case $fault in
        die) [ "$code" = 137 ] || break ;;
        full) [ "$code" = 3 ] || break
            expect_text err "cannot write kept/journal" "No space left on device" ;;
        *) whole "$fault $k" ;;
        esac
        tool directory=kept resume=1
        if [ "$k" -le 1 ] && [ "$code" = 2 ]; then # nothing was done, or nothing tells which search it was
            grep -qE "start the search anew|no search to resume" err || { cat err >&2; fail "$fault $k: no advice"; }
            tool directory=kept
        fi
        whole "$fault $k"
        case $fault,$k in
        # A lost last write is not reported as a loss: nothing in the journal refers to it.
        flip,[1-9]* | cut,[1-9]*) grep -qE "damaged|cut off" err || [ "$k" -ge "$count" ] || fail "$fault $k: not told" ;;
        drop,[1-9]) expect_text err "was damaged" "executed again" ;;
        esac
        tool directory=kept resume=1
        whole "$fault $k, once more"
        ! grep -q damaged err || fail "$fault $k: not repaired"
    done
    [ "$k" -ge "$count" ] || { cat out err >&2; fail "$fault: only $k writes of $count"; }
done

# Without locks a file stands for the lock. It outlives a process that is killed, but then stops no other process.
export NO_LOCKS=1
rm -rf kept
tool directory=kept
whole "without locks"
[ "$(grep -c "this file system has no locks" err)" = 1 ] || { cat err >&2; fail "not said once"; }
[ -z "$(find kept -name '.tutti-*')" ] || fail "left: $(ls -A kept)"
LD_PRELOAD=$WORK/faulty.so "$TOOL" "${SEARCH[@]}" directory=slow pause=10000000 >/dev/null 2>slow.err &
slow=$!
wait_for slow.err " done"
expect_exit 2 env LD_PRELOAD="$WORK/faulty.so" "$TOOL" "${SEARCH[@]}" directory=slow
expect_text err "belongs to a search that is still running"
kill -9 "$slow"
wait "$slow" || true
tool directory=slow resume=1
whole "after a kill without locks"
unset NO_LOCKS

# Many begin in one folder at once: one wins at a time, and no journal is the mixture of two.
for round in $(seq 15); do
    rm -rf kept
    for i in 1 2 3 4; do
        { CRAWL=1 LD_PRELOAD=$WORK/faulty.so "$TOOL" "${SEARCH[@]}" directory=kept >"out.$i" 2>"err.$i" && echo 0 || echo $?; } >"code.$i" &
    done
    wait
    won=0
    for i in 1 2 3 4; do
        code=$(cat "code.$i")
        case $code in
        0) won=$((won + 1)); mv "out.$i" out; mv "err.$i" err; whole "one of four" ;;
        2) expect_text "err.$i" "belongs to a search that is still running" ;;
        *) cat "err.$i" >&2; fail "exit code $code where four begin at once" ;;
        esac
    done
    [ "$won" -ge 1 ] || fail "none of four could begin"
    tool directory=kept resume=1
    whole "what four left, round $round"
    ! grep -q damaged err || { cat err >&2; fail "four starts damaged the journal"; }
done
