#!/usr/bin/env bash
# lint.sh BUILD_DIR [FILE...]: clang-format, shellcheck, cppcheck and clang-tidy over the project's
# own files, or over the C files named. BUILD_DIR has compile_commands.json. Generated files lie in
# the build folder and are left out.
set -u
export LC_ALL=C
root=$(cd "$(dirname "$0")/.." && pwd) || exit 3
[ $# -ge 1 ] || { echo 'usage: lint.sh BUILD_DIR [FILE...]' >&2; exit 2; }
build=$(cd "$1" && pwd) || exit 3
shift
[ -f "$build/compile_commands.json" ] ||
    { echo "$build has no compile_commands.json; run make first" >&2; exit 3; }
jobs=$(nproc)
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
bad=0

own() # NAME-PATTERN...: the project's files, each ended by a zero
{
    local names=(-name "$1") name
    shift
    for name in "$@"; do
        names+=(-o -name "$name")
    done
    find "$root" \( -path "$root/.git" -o -path "$root/build" -o -path "$root/build-*" -o -name tutti-out -o -path "$root/tutti-demo" \
        -o -name node_modules \) -prune -o -type f \( "${names[@]}" \) -print0 | sort -z
}

# The part of a tool's output that a person needs to see.
summarise() # NAME
{
    case $1 in
        clang-format) sed -n 's/:[0-9]*:[0-9]*: error: code should.*/: run make format/p' | sort -u ;;
        clang-tidy) grep -vE '^[0-9]+ warnings generated|^\[[0-9]+/[0-9]+\] Processing|^Suppressed |^Use -header-filter' ;;
        *) cat ;;
    esac
}

run() # NAME COMMAND...: all its output if it fails, a line if it passes; reads from stdin
{
    local name=$1 start=$SECONDS
    shift
    if "$@" >"$scratch/output" 2>&1; then
        printf '%-13s clean (%d s)\n' "$name" $((SECONDS - start))
    else
        summarise "$name" <"$scratch/output"
        printf '%-13s FAILED\n' "$name"
        bad=1
    fi
}

# C files that are compiled, as their compile commands name them, and that are the project's own.
compiled()
{
    sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$build/compile_commands.json" | sort -u |
        grep -v "^$build/" | grep "^$root/"
}

if [ $# -gt 0 ]; then
    realpath -e -- "$@" >"$scratch/files" || exit 2
else
    compiled >"$scratch/files"
fi
[ -s "$scratch/files" ] || { echo "$build/compile_commands.json names no file of $root" >&2; exit 3; }

own '*.c' '*.h' >"$scratch/formatted"
run clang-format xargs -0 -r clang-format-19 --dry-run -Werror <"$scratch/formatted"

# Shell scripts by their first line too: some have no ending.
own '*' | xargs -0 grep -lZIE -m 1 '^#!(/usr)?/bin/(env )?(ba)?sh' | sort -z >"$scratch/scripts"
run shellcheck xargs -0 -r shellcheck --severity=warning --external-sources <"$scratch/scripts"

# cppcheck reads no system headers, but has to know the macros of uthash, and the machine.
# readdirCalled: it asks for readdir_r, which glibc declares obsolete.
mkdir "$scratch/uthash"
ln -s /usr/include/ut*.h "$scratch/uthash/"
run cppcheck cppcheck --file-list="$scratch/files" -j "$jobs" --quiet -I "$root/src" -I "$root/include" \
    -I "$scratch/uthash" -D_GNU_SOURCE "-D__$(uname -m)__=1" -D__linux__=1 -D__GNUC__=12 '-DSPANK_PLUGIN(name,version)=' \
    --library=posix,gnu --enable=warning,performance,portability --inline-suppr \
    --suppress=readdirCalled --suppress="*:$scratch/uthash/*" --error-exitcode=1

run clang-tidy xargs -r -d '\n' -P "$jobs" -n 4 clang-tidy-19 -p "$build" --quiet --use-color=false <"$scratch/files"
exit "$bad"
