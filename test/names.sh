#!/usr/bin/env bash
# names.sh [ROOT]: names of src/ that lead grep to one place. In code that is no test, the name of a static function
# belongs to one file, and has the name of its object, so more than one word. The tag of a struct, a union or an enum is
# defined once in its layer. Tests are files test_* and all files below folders test_*.
set -u
export LC_ALL=C
root=$(cd "${1:-$(dirname "$0")/..}" && pwd) || exit 3
cd "$root" || exit 3
files=$(find src -type f \( -name '*.[ch]' -o -name '*.tmpl' \) ! -path '*/test_*' 2>/dev/null | sort)
[ -n "$files" ] || { echo "$root: no source files"; exit 1; }

# shellcheck disable=SC2086 # names of files in the tree have no blanks
awk '
function complain(where, text) { print where ": " text; bad = 1 }

function layer_of(path) {
    sub(/^src\//, "", path)
    return path ~ /\// ? substr(path, 1, index(path, "/") - 1) : ""
}

# The code of a line, without comments and quoted text.
function code_of(line,    out, at) {
    gsub(/\\./, "", line)
    gsub(/"[^"]*"/, "\"\"", line)
    while (line != "")
        if (comment) {
            at = index(line, "*/")
            line = at ? substr(line, at + 2) : ""
            comment = !at
        } else {
            at = index(line, "/*")
            out = out (at ? substr(line, 1, at - 1) : line)
            line = at ? substr(line, at + 2) : ""
            comment = at > 0
        }
    return out
}

function function_defined(name) {
    functions += !((name, FILENAME) in seen)
    if (seen[name, FILENAME]++)
        return
    if (name in static_in)
        complain(FILENAME ":" FNR, "static " name "() is also in " static_in[name])
    static_in[name] = FILENAME
    if (name !~ /_/)
        complain(FILENAME ":" FNR, "static " name "() does not name its object")
}

function tags_defined(code,    tag, key) {
    while (match(code, /(struct|union|enum) +[A-Za-z_][A-Za-z0-9_]* *\{/)) {
        tag = substr(code, RSTART, RLENGTH)
        code = substr(code, RSTART + RLENGTH)
        gsub(/^[a-z]+ +| *\{$/, "", tag)
        key = layer_of(FILENAME) SUBSEP tag
        tags++
        if (key in tag_in)
            complain(FILENAME ":" FNR, "the tag " tag " is also in " tag_in[key])
        tag_in[key] = FILENAME
    }
}

FNR == 1 { comment = 0; broken = 0 }
{
    code = code_of($0)
    tags_defined(code)
    head = code
    gsub(/__attribute__ *\(\([^()]*(\([^()]*\))?[^()]*\)\) */, "", head)
    sub(/^_Noreturn +static /, "static ", head)
    gsub(/ElfW\([A-Za-z]+\)/, "ElfW", head)
    # The type may end the line before the name.
    if (broken && head ~ /^[A-Za-z_][A-Za-z0-9_]*\(/)
        head = "static type " head
    broken = head ~ /^static [^(=;{]*$/
    if (head ~ /^static [^=;({]*[ *][A-Za-z_][A-Za-z0-9_]*\(/) {
        sub(/\(.*/, "", head)
        sub(/.*[ *]/, "", head)
        function_defined(head)
    }
}
END {
    if (bad)
        exit 1
    printf "%d static functions and %d tags: each in one place\n", functions, tags
}
' $files
