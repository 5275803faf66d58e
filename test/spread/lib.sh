# lib.sh: for the tests of this folder, behind ../lib.sh. The first argument of a test is spread_tool.
# shellcheck shell=bash
: "${1:?spread_tool}"
TOOL=$1
# shellcheck source-path=SCRIPTDIR source=../marked.sh
. "$(dirname "${BASH_SOURCE[0]}")/../marked.sh"

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
    TEST_MARK=$WORK timeout -k 5 100 "mpiexec.$flavour" "${options[@]}" -n "$count" \
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
    until_ grep -qsF -- "$2" "$1"
}
