# lib.sh: for the tests of this folder, behind ../lib.sh. The first argument of a test is launch_tool.
# shellcheck shell=bash
: "${1:?launch_tool}"
LAUNCH=$1
# What launch_tool adds by itself is tested too.
unset OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_rmaps_base_oversubscribe LD_PRELOAD

# words LINE...: what `launch_tool words` makes of it, as an array `line`.
words() {
    "$LAUNCH" words "$@" >words.out 2>err || { cat err >&2; fail "words $*"; }
    # shellcheck disable=SC2034 # for the tests
    mapfile -t line <words.out
}

# refused PATTERN COMMAND...: wrong usage, and the error says so.
refused() {
    local pattern=$1
    shift
    expect_exit 2 "$LAUNCH" "$@"
    expect_text err "$pattern"
}

# Processes that were started with the mark of this test, by their numbers. Every process inherits
# it, whatever session or parent it has.
marked() { env LAUNCH_MARK="$WORK" "$@"; }
still_running() {
    local environ state
    for environ in /proc/[0-9]*/environ; do
        if tr '\0' '\n' 2>/dev/null <"$environ" | grep -qxF "LAUNCH_MARK=$WORK"; then
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

# wait_for_lines FILE COUNT PATTERN
wait_for_lines() {
    local end=$((SECONDS + 60))
    until [ "$(grep -c -- "$3" "$1" 2>/dev/null)" -ge "$2" ]; do
        [ "$SECONDS" -lt "$end" ] || { cat "$1" >&2; fail "no $2 lines '$3' in $1"; }
        sleep 0.05
    done
}
