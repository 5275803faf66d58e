#!/usr/bin/env bash
# docs.sh [ROOT]: checks what the pages of the tree say about the tree.
#
# Each link to a file, and to a heading in it, leads somewhere. Each path in `code` that names a file of the tree, such as
# src/world/schedule/match.c or world/schedule/match.c, exists; in pages about the code, so does each file that is named without
# a folder. docs/README.md links every page, picture and format of docs/ and every manual page. In a README with a table of
# files (its head begins with file, files, module or guest), each name in the first column is a file or folder there, with or
# without its ending (`divergence*`: at least one). The README of a folder, if there is one, names each .c and .h of the folder,
# except those of unit tests; the README of a layer names those of its rooms, too. If a page says `name()` in `path`, the file
# has that function.
set -u
export LC_ALL=C
root=$(cd "${1:-$(dirname "$0")/..}" && pwd) || exit 3
cd "$root" || exit 3

pages=$(find . \( -path ./.git -o -path './build*' -o -name tutti-out -o -name tutti-demo -o -name node_modules \) -prune \
    -o -name '*.md' -print | sort)
[ -n "$pages" ] || { echo "$root: no pages"; exit 1; }

# shellcheck disable=SC2086 # names of files in the tree have no blanks
awk '
function complain(text) { print FILENAME ":" FNR ": " text; bad = 1 }

function exists(path) {
    if (!(path in known))
        known[path] = system("test -e \"" path "\"") == 0
    return known[path]
}

function folder_of(path) { return path ~ /\// ? substr(path, 1, match(path, /\/[^\/]*$/) - 1) : "." }

# a/b/../c is a/c: awk keeps headings by the name of their file.
function plain(path) {
    while (sub(/\/\.\//, "/", path) || sub(/[^\/.][^\/]*\/\.\.\//, "", path))
        ;
    return path
}

# As code hosts make anchors of headings.
function anchor(heading) {
    sub(/^#+ */, "", heading)
    heading = tolower(heading)
    gsub(/[^a-z0-9 _-]/, "", heading)
    gsub(/ /, "-", heading)
    return heading
}

function link(target,    file, part) {
    if (target ~ /^[a-z]+:/)
        return
    part = target ~ /#/ ? substr(target, index(target, "#") + 1) : ""
    sub(/#.*/, "", target)
    file = target == "" ? FILENAME : plain(folder_of(FILENAME) "/" target)
    links++
    if (!exists(file))
        complain("links to " file ", which is not there")
    else if (part != "" )
        wanted[file "#" part] = FILENAME ":" FNR
    if (FILENAME == "./docs/README.md")
        indexed[file] = 1
}

function links_of(line) {
    while (match(line, /\]\([^) ]+\)/)) {
        link(substr(line, RSTART + 2, RLENGTH - 3))
        line = substr(line, RSTART + RLENGTH)
    }
}

# A path that begins with a folder of the tree, or of src/, and ends like a file that is kept there.
function path_of(code,    first) {
    if (code ~ /^[a-z0-9_]+\.(c|h|tmpl)$/ && (FILENAME ~ /^\.\/src\// || FILENAME == "./docs/design.md") && !(code in source))
        complain("names " code ", which is not in src/")
    if (code !~ /^[A-Za-z0-9_.\/-]+\.(c|h|sh|md|tmpl|list|api|scd|cmake|py|awk)$/ || code !~ /\//)
        return
    first = substr(code, 1, index(code, "/") - 1)
    paths++
    if (!exists(code) && !exists("src/" code) && !exists(folder_of(FILENAME) "/" code) && (exists(first) || exists("src/" first)))
        complain("names " code ", which is not there")
}

function codes_of(line) {
    while (match(line, /`[^`]+`/)) {
        path_of(substr(line, RSTART + 1, RLENGTH - 2))
        line = substr(line, RSTART + RLENGTH)
    }
}

function row(line,    cell, name, folder) {
    split(line, cell, "|")
    folder = folder_of(FILENAME)
    while (match(cell[2], /`[^`]+`/)) {
        name = substr(cell[2], RSTART + 1, RLENGTH - 2)
        cell[2] = substr(cell[2], RSTART + RLENGTH)
        rows++
        if (system("cd \"" folder "\" && for f in " name " " name ".*; do [ -e \"$f\" ] && exit 0; done; exit 1") != 0)
            complain("names " name ", which is not in " folder)
    }
}

BEGIN {
    command = "find src include -type f"
    while ((command | getline file) > 0) {
        sub(/.*\//, "", file)
        source[file] = 1
    }
    close(command)
    source["mpi.h"] = 1
}
FNR == 1 { fenced = 0; table = 0 }
/^ *```/ { fenced = !fenced; next }
fenced { next }
/^#/ { heading[FILENAME "#" anchor($0)] = 1 }
/^\| *(file|files|module|guest) *\|/ && FILENAME ~ /README\.md$/ { table = 1; next }
!/^\|/ { table = 0 }
table { row($0) }
{
    codes_of($0)
    gsub(/`[^`]*`/, "")
    links_of($0)
}
END {
    for (target in wanted)
        if (!(target in heading)) {
            print wanted[target] ": links to " target ", which is no heading"
            bad = 1
        }
    command = "find ./docs -type f ! -name CMakeLists.txt ! -path ./docs/README.md ! -name \"*.svg\" ! -name \"*.png\""
    while ((command | getline file) > 0) {
        shown++
        if (!(file in indexed)) {
            print "./docs/README.md: does not name " file
            bad = 1
        }
    }
    for (i = 1; i < ARGC; i++)
        if (ARGV[i] ~ /^\.\/src\/.*README\.md$/)
            listed(ARGV[i])
    if (!links || !paths || !rows || !shown) {
        print "the pages have no links, paths or tables"
        bad = 1
    }
    if (!bad)
        printf "%d links, %d paths, %d names of files: all there\n", links, paths, rows
    exit bad
}

# The page names each source of the folder: by its name, without its ending, or by a pattern.
function listed(page,    text, line, command, file, stem, found, names, count, i, pattern) {
    text = ""
    while ((getline line < page) > 0)
        text = text " " line
    close(page)
    count = 0
    while (match(text, /`[^` ]+`/)) {
        pattern = substr(text, RSTART + 1, RLENGTH - 2)
        text = substr(text, RSTART + RLENGTH)
        sub(/\.(c|h|tmpl)$/, "", pattern)
        sub(/.*\//, "", pattern)
        gsub(/\*/, ".*", pattern)
        if (pattern ~ /^[A-Za-z0-9_.*-]*[A-Za-z][A-Za-z0-9_.*-]*$/)
            names[++count] = pattern
    }
    depth = system("grep -q \"^| room |\" \"" page "\"") == 0 ? 2 : 1
    command = "find \"" folder_of(page) "\" -maxdepth " depth " -type f -name \"*.[ch]\" ! -path \"*/test_*\" | sort"
    while ((command | getline file) > 0) {
        stem = file
        sub(/.*\//, "", stem)
        sub(/\.[a-z]+$/, "", stem)
        found = 0
        for (i = 1; i <= count && !found; i++)
            found = stem ~ ("^" names[i] "$")
        if (!found) {
            print page ": does not name " file
            bad = 1
        }
    }
    close(command)
}
' $pages
[ $? = 0 ] || bad=1

# shellcheck disable=SC2086 # as above
while read -r page name path; do
    grep -q "\b$name(" "$path" 2>/dev/null || { echo "$page: says that $name() is in $path"; bad=1; }
done < <(grep -oE '`[A-Za-z_0-9]+\(\)` in `[a-z_0-9/]+\.(c|h|tmpl)`' $pages | sed -E 's/^([^:]*):`([^(]*)\(\)` in `([^`]*)`/\1 \2 \3/')
exit "${bad:-0}"
