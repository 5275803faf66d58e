#!/usr/bin/env bash
# identifiers.sh [ROOT]: identifiers and files that comments of src/, include/, test/ and bench/ name exist.
#
# An identifier in `backticks`, and one_with_underscores(), stands somewhere outside of comments: in a source file, a
# template, a table, a script, a file of the build. A file, name.c or name.h, exists in some folder. Only comments of C are
# checked, and no `several words`. Headers of others stand in <>; NAME in an identifier, and the sources a.c to d.c, relax.c
# and solver.c, are examples.
set -u
export LC_ALL=C
root=$(cd "${1:-$(dirname "$0")/..}" && pwd) || exit 3
cd "$root" || exit 3
files=$(find src include test bench -type f \( -name '*.[ch]' -o -name '*.tmpl' \) 2>/dev/null | sort)
[ -n "$files" ] || { echo "$root: no source files"; exit 1; }
others=$(find src include test bench packaging cmake examples -type f \( -name '*.api' -o -name '*.list' -o -name '*.cmake' \
    -o -name 'CMakeLists.txt' -o -name '*.sh' -o -name '*.js' -o -name '*.css' -o -name '*.f90' -o -name '*.py' -o -name '*.cc' \
    -o -name '*.jsonl' -o -name '*.schema.json' \) 2>/dev/null)

# shellcheck disable=SC2086 # names of files in the tree have no blanks
awk '
function identifiers(text,    word) {
    while (match(text, /[A-Za-z_][A-Za-z0-9_]*/)) {
        word = substr(text, RSTART, RLENGTH)
        known[word] = 1
        text = substr(text, RSTART + RLENGTH)
    }
}
# Code goes to identifiers(), each `word` of a comment is kept with its place.
function look(line,    at, inside) {
    while (line != "") {
        if (comment) {
            at = index(line, "*/")
            inside = at ? substr(line, 1, at - 1) : line
            line = at ? substr(line, at + 2) : ""
            quoted(inside)
            called(inside)
            files_in(inside " ")
            if (at)
                comment = 0
        } else {
            at = index(line, "/*")
            identifiers(at ? substr(line, 1, at - 1) : line)
            line = at ? substr(line, at + 2) : ""
            if (at)
                comment = 1
        }
    }
}
function quoted(text,    word) {
    while (match(text, /`[A-Za-z_][A-Za-z0-9_]*(\(\))?`/)) {
        word = substr(text, RSTART + 1, RLENGTH - 2)
        sub(/\(\)$/, "", word)
        keep(word)
        text = substr(text, RSTART + RLENGTH)
    }
}
function called(text,    word) {
    while (match(text, /[A-Za-z][A-Za-z0-9]*_[A-Za-z0-9_]*\(\)/)) {
        word = substr(text, RSTART, RLENGTH - 2)
        if (substr(text, RSTART - 1, 1) !~ /[A-Za-z0-9_*]/)
            keep(word)
        text = substr(text, RSTART + RLENGTH)
    }
}
function files_in(text,    word, before) {
    while (match(text, /[A-Za-z_][A-Za-z0-9_\/]*\.[ch][^A-Za-z0-9_(:]/)) {
        word = substr(text, RSTART, RLENGTH - 1)
        before = RSTART > 1 ? substr(text, RSTART - 1, 1) : ""
        text = substr(text, RSTART + RLENGTH - 1)
        if (before ~ /[A-Za-z0-9_.\/<*-]/ || word ~ /^(.*\/)?([a-d]|relax|solver)\.c$/)
            continue
        sub(/.*\//, "", word)
        file_place[++file_places] = FILENAME ":" FNR
        file_named[file_places] = word
    }
}
function keep(word) {
    if (word ~ /NAME/)
        return
    place[++places] = FILENAME ":" FNR
    named[places] = word
}
FNR == 1 { comment = 0; name = FILENAME; sub(/.*\//, "", name); is_file[name] = 1; plain = FILENAME !~ /\.([ch]|tmpl)$/ }
plain { identifiers($0); next }
{ look($0) }
END {
    for (i = 1; i <= places; i++)
        if (!(named[i] in known)) {
            print place[i] ": `" named[i] "` is no identifier of the tree"
            bad = 1
        }
    for (i = 1; i <= file_places; i++)
        if (!(file_named[i] in is_file)) {
            print file_place[i] ": there is no " file_named[i]
            bad = 1
        }
    if (bad)
        exit 1
    printf "%d identifiers and %d files in comments: all there\n", places, file_places
}
' $files $others
