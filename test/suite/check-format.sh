#!/usr/bin/env bash
# check-format.sh RULES-DIRECTORY SUITE: every program of the suite says what README.md asks for and has
# its twin. The scripts that compile a program check that it compiles without a warning.
set -euo pipefail
export LC_ALL=C
[ $# = 2 ] || { echo "usage: check-format.sh RULES-DIRECTORY SUITE" >&2; exit 2; }
rules=$(cd "$1" && pwd)
suite=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$suite"

find . -mindepth 2 -name parts -prune -o \( -name '*.c' -o -name '*.cc' -o -name '*.f' -o -name '*.f90' \) -print |
    sort | sed 's,^\./,,' >"$work/all"
[ -s "$work/all" ] || { echo "no programs in $suite" >&2; exit 1; }
find "$rules" -name '*.rule' | sed 's,.*/\(.*\)\.rule$,\1,' >"$work/rules"
[ -s "$work/rules" ] || { echo "no rules in $rules" >&2; exit 1; }

# The programs are read by one awk: it knows all rules and all names before it opens the first.
check_text='
function complain(line, what) {
    printf "%s:%d: %s\n", FILENAME, line, what
    bad++
}
function key(name, value) {
    if (name in header)
        complain(FNR, "a second \"" name ":\"")
    else if (name !~ /^(ranks|expect|mpi|also|cc|options|executions|files|seed|fails|shows|file|content|failing|covers)$/)
        complain(FNR, "unknown key \"" name ":\"")
    header[name] = value
}
function header_line(text) {
    sub(fortran ? "^! ?" : "^(/\\*| \\*) ?", "", text)
    if (match(text, /^[a-z]+:( |$)/))
        key(substr(text, 1, index(text, ":") - 1), substr(text, RLENGTH + 1))
    else if (length(header) == 0)
        sentence = sentence (sentence == "" ? "" : " ") text
    else
        complain(FNR, "the sentence comes first")
}
function mark(text,   code, parts, word, rule, n, i) {
    n = split(text, parts, fortran ? "!" : "/\\*")
    code = parts[1]
    for (i = 2; i <= n; i++) {
        if (parts[i] !~ /(HERE|CREATED)/)
            continue
        if (parts[i] !~ (fortran ? "^ (HERE|CREATED) [a-z.-]+ *$" : "^ (HERE|CREATED) [a-z.-]+ \\*/ *$")) {
            complain(FNR, "a mark is \"HERE rule\" or \"CREATED rule\" in a comment of its own")
            continue
        }
        if (code ~ /^ *$/)
            complain(FNR, "a mark needs code before it, on the same line")
        if (code !~ /\(/ && code ~ /\);/)
            complain(FNR, "a mark stands on the first line of a call, not on its last")
        split(parts[i], word, " ")
        rule = word[2]
        if (!(rule in expected) && !(rule in possible))
            complain(FNR, "a mark for " rule ", which is not expected")
        if (word[1] == "HERE")
            here[rule] = 1
    }
}
function begin() {
    fortran = FILENAME ~ /\.f(90)?$/
    sentence = ""
    in_header = 1
    split("", header)
    split("", expected)
    split("", possible)
    split("", here)
}
function end_header(   n, names, i, twin) {
    in_header = 0
    if (sentence !~ /^[A-Z][^.]*[a-z_)0-9:].*\.$/)
        complain(1, "the header opens with a sentence that ends in a full stop")
    if (header["ranks"] !~ /^[1-9][0-9]*( [1-9][0-9]*)*$/)
        complain(1, "\"ranks:\" is one number or several")
    if ("options" in header && header["options"] !~ /^--[a-z]/)
        complain(1, "\"options:\" are options of the verb")
    if ("mpi" in header && header["mpi"] !~ /^[1-9](\.[1-9])?$/)
        complain(1, "\"mpi:\" is a version")
    if ("executions" in header && header["executions"] !~ /^[1-9][0-9]*$/)
        complain(1, "\"executions:\" is a number")
    if ("executions" in header && FILENAME !~ /^verify\//)
        complain(1, "\"executions:\" is for programs in verify")
    if ("files" in header && FILENAME !~ /^static\//)
        complain(1, "\"files:\" is for programs in static")
    for (i in header)
        if (i ~ /^(seed|fails|shows|file|content|failing|covers)$/ && FILENAME !~ /^concolic\//)
            complain(1, "\"" i ":\" is for programs in concolic")
    if (("file" in header) != ("content" in header) || ("failing" in header) && !("file" in header))
        complain(1, "\"content:\" and \"failing:\" go with \"file:\"")
    n = split(header["also"] " " header["shows"], names, " ")
    for (i = 1; i <= n; i++) {
        possible[names[i]] = 1
        if (!(names[i] in rules) && names[i] != "clean")
            complain(1, "no rule " names[i])
    }
    n = split(header["expect"], names, " ")
    if (n == 0)
        complain(1, "\"expect:\" is missing")
    for (i = 1; i <= n; i++) {
        expected[names[i]] = 1
        if (!(names[i] in rules) && names[i] != "clean")
            complain(1, "no rule " names[i])
    }
    if ("clean" in expected) {
        if (n > 1)
            complain(1, "clean and something else")
        if (FILENAME !~ /-ok\.[a-z0-9]+$/)
            complain(1, "a clean program is named -ok")
        clean++
        return
    }
    wrong++
    if (FILENAME ~ /-ok\.[a-z0-9]+$/)
        complain(1, "only a clean program is named -ok")
    twin = FILENAME
    sub(/\.[a-z0-9]+$/, "-ok&", twin)
    if (!(twin in programs) && FILENAME !~ /^concolic\//)
        complain(1, "it has no twin " twin)
}
function finish(   rule) {
    for (rule in expected)
        if (rule != "clean" && !(rule in here) && !("files" in header))
            complain(1, "no line is marked HERE " rule)
    if (FILENAME != "" && in_header)
        complain(1, "no end of the header")
}
BEGIN {
    while ((getline line < rule_list) > 0)
        rules[line] = 1
    while ((getline line < program_list) > 0)
        programs[line] = 1
    for (i = 1; i < ARGC; i++) {
        FILENAME = ARGV[i]
        FNR = 0
        begin()
        while ((getline line < FILENAME) > 0) {
            FNR++
            if (FNR == 1 && line !~ (fortran ? "^! [A-Z]" : "^/\\* [A-Z]"))
                complain(1, "it does not begin with the header")
            if (in_header && (fortran ? line !~ /^!/ : line == " */"))
                end_header()
            else if (in_header)
                header_line(line)
            if (!in_header && line ~ /HERE|CREATED/)
                mark(line)
        }
        close(FILENAME)
        finish()
    }
    printf "%d programs: %d wrong, %d clean\n", clean + wrong, wrong, clean
    exit bad > 0
}'
mapfile -t programs <"$work/all"
awk -v rule_list="$work/rules" -v program_list="$work/all" "$check_text" "${programs[@]}"
