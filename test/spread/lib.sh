# lib.sh: for the tests of this folder, behind ../lib.sh. The first argument of a test is spread_tool.
# shellcheck shell=bash
: "${1:?spread_tool}"
TOOL=$1

# start FLAVOUR PROCESSES [LAUNCHER-OPTION...] [NAME=VALUE...]: by mpiexec, with a mark in the
# environment, and the numbers of the processes in pids/.
start() {
    local flavour=$1 count=$2 options=()
    shift 2
    while [ $# -gt 0 ] && ! [[ $1 =~ ^[a-z]+= ]]; do
        options+=("$1")
        shift
    done
    rm -rf pids
    mkdir pids
    SPREAD_MARK=$WORK timeout -k 5 100 "mpiexec.$flavour" "${options[@]}" -n "$count" \
        "$TOOL" depth=10 pids="$WORK/pids" "$@"
}

# started ...: the same in the background, until all processes work; output in out and err.
started() {
    rm -f out err
    start "$@" >out 2>err &
    wait_for err "2 workers in 2"
}

# wait_for FILE TEXT
wait_for() {
    local end=$((SECONDS + 60))
    until grep -qF -- "$2" "$1" 2>/dev/null; do
        [ "$SECONDS" -lt "$end" ] || { cat "$1" >&2; fail "no '$2' in $1"; }
        sleep 0.05
    done
}

# Processes with the mark of this test that run, whatever session or parent they have.
marked() {
    local environ state
    for environ in /proc/[0-9]*/environ; do
        if tr '\0' '\n' 2>/dev/null <"$environ" | grep -qxF "SPREAD_MARK=$WORK"; then
            state=$(sed 's/.*) //; s/ .*//' "${environ%environ}stat" 2>/dev/null) || continue
            [ "$state" = Z ] || printf '%s\n' "${environ//[!0-9]/}"
        fi
    done 2>/dev/null
    return 0
}

# nothing_left SECONDS WHAT: all of them are gone by then.
nothing_left() {
    local end=$((SECONDS + $1)) left
    while left=$(marked) && [ -n "$left" ]; do
        if [ "$SECONDS" -ge "$end" ]; then
            ps -o pid,ppid,stat,args -p "$(echo "$left" | paste -sd,)" >&2 || true
            fail "$2: processes are left"
        fi
        sleep 0.1
    done
}
