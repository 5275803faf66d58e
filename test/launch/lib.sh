# lib.sh: for the tests of this folder, behind ../lib.sh. The first argument of a test is launch_tool.
# shellcheck shell=bash
: "${1:?launch_tool}"
LAUNCH=$1
# shellcheck source-path=SCRIPTDIR source=../marked.sh
. "$(dirname "${BASH_SOURCE[0]}")/../marked.sh"
# The variables that launch_tool adds by itself are tested, too.
unset OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_rmaps_base_oversubscribe \
    PRTE_MCA_rmaps_default_mapping_policy LD_PRELOAD

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

# marked COMMAND...: its processes are found again by still_running.
marked() { env TEST_MARK="$WORK" "$@"; }
# wait_for_lines FILE COUNT PATTERN
have_lines() { [ "$(grep -c -- "$3" "$1" 2>/dev/null)" -ge "$2" ]; }
wait_for_lines() {
    until_ have_lines "$@"
}
