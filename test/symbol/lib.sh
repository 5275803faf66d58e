# lib.sh: for the tests of this folder, behind ../lib.sh. The first argument of a test is symbol_tool.
# shellcheck shell=bash
: "${1:?symbol_tool}"
SYMBOL=$1
# shellcheck disable=SC2034 # for the tests
COMPILERS=gcc
! command -v "$CLANG" >/dev/null || COMPILERS="gcc $CLANG"

# marks FILE...: the frames of the FRAME marks, as symbol_tool prints them. Files are named as here.
marks() {
    awk '{
        if (!match($0, /(\/\/|!) FRAME [a-z]+ [0-9]/)) next
        count = split(substr($0, RSTART + index(substr($0, RSTART), "FRAME") + 5), parts, /, */)
        for (i = 1; i <= count; i++) {
            split(parts[i], word, " ")
            print word[1], word[2], word[3], FILENAME ":" FNR
        }
    }' "$@" | sort
}

# run_program PROGRAM: its stacks in `stacks`, its memory map in `maps`.
run_program() {
    rm -f stacks maps
    "$1" >stacks || fail "$1 ends with $?"
    [ -s maps ] || fail "$1 wrote no maps"
}

# expect_marks WHAT FILE...: the stacks of the last run are those that the marks in the files say.
expect_marks() {
    local what=$1
    shift
    marks "$@" >wanted
    [ -s wanted ] || fail "no marks in $*"
    "$SYMBOL" stacks maps <stacks >found.plain || fail "$what: symbol_tool"
    sort found.plain >found
    diff -u wanted found >difference || { cat difference >&2; fail "$what"; }
}

# has_inlined COUNT WHAT: at least so many frames of the last run were inlined ones.
has_inlined() {
    local count
    count=$("$SYMBOL" raw maps <stacks | grep -c ' inlined ')
    [ "$count" -ge "$1" ] || fail "$2: $count inlined frames, not $1"
}
