# shellcheck shell=bash
# marked.sh: finds the processes that a test left behind. Processes that a test starts with TEST_MARK=$WORK in the
# environment hand it on, whatever session or parent they get. Sourced after lib.sh.

# The process ids of those that still run.
still_running() {
    local environ state
    for environ in /proc/[0-9]*/environ; do
        if tr '\0' '\n' 2>/dev/null <"$environ" | grep -qxF "TEST_MARK=$WORK"; then
            state=$(sed 's/.*) //; s/ .*//' "${environ%environ}stat" 2>/dev/null) || continue
            [ "$state" = Z ] || printf '%s\n' "${environ//[!0-9]/}"
        fi
    done 2>/dev/null
    return 0
}

# nothing_left SECONDS WHAT: all of them are gone by then.
nothing_left() {
    local end=$((SECONDS + $1)) left
    while left=$(still_running) && [ -n "$left" ]; do
        if [ "$SECONDS" -ge "$end" ]; then
            ps -o pid,ppid,stat,args -p "$(echo "$left" | paste -sd,)" >&2 || true
            fail "$2: processes are left"
        fi
        sleep 0.1
    done
}
