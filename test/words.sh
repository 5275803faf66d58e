#!/usr/bin/env bash
# words.sh [ROOT]: house rules that need no compiler.
#
# C files have at most 800 lines; no file has tabs (except makefiles and manual pages), blanks at the end of a line,
# carriage returns, or no newline at its end; no file names a package registry or a place of one machine. No text has
# phrases that a reader must read twice: "must" says it, or "reproduce", or "fix".
set -u
export LC_ALL=C
root=${1:-$(dirname "$0")/..}
most_lines=800
bad=0

complain()
{
    printf '%s\n' "$*"
    bad=1
}

# All text files of the tree, without the files of builds, runs and version control, and without hostile input, which is
# no text.
files()
{
    find "$root" \( -path "$root/.git" -o -path "$root/build" -o -path "$root/build-*" -o -name tutti-out -o -path "$root/tutti-demo" \
        -o -path "$root/test/fuzz/crashes" \
        -o -name node_modules -o -name .cache \) -prune \
        -o -type f ! -name '*.png' ! -name compile_commands.json -print
}

mapfile -t all < <(files | sort)
[ ${#all[@]} -gt 0 ] || { echo "$root: no files"; exit 1; }

code=()
for file in "${all[@]}"; do
    case $file in *.c | *.h) code+=("$file") ;; esac
done
if [ ${#code[@]} -gt 0 ]; then
    complaints=$(wc -l "${code[@]}" | awk -v most=$most_lines '$2 != "total" && $1 > most { print $2 ": " $1 " lines, more than " most "; a file has one job" }')
    [ -z "$complaints" ] || complain "$complaints"
fi
# With -z a file is one line, and \z its end.
complaints=$(grep -LPz '\n\z' "${all[@]}" | while read -r file; do [ ! -s "$file" ] || echo "$file: no newline at the end"; done)
[ -z "$complaints" ] || complain "$complaints"

forbid() # REASON PATTERN FILE...
{
    local reason=$1 pattern=$2 found
    shift 2
    [ $# -gt 0 ] || return 0
    found=$(grep -nHIE -e "$pattern" "$@") || return 0
    complain "$reason:"
    complain "$found"
}

tabless=()
for file in "${all[@]}"; do
    case $file in
        */GNUmakefile | */debian/rules | *.scd) ;;
        *) tabless+=("$file") ;;
    esac
done
tab=$(printf '\t') return=$(printf '\r')
forbid 'a tab' "$tab" "${tabless[@]}"
forbid 'a carriage return' "$return" "${all[@]}"
forbid 'blanks at the end of a line' ' +$' "${all[@]}"
# The patterns are put together here so that this file does not match itself.
forbid 'a path of one machine' "(^|[^[:alnum:]_.])/(work|root|tmp/bash_jobs)"'/' "${all[@]}"
forbid 'a package registry' "registry\\.[a-z]+js\\.|deb\\.[d]ebian|pypi\\.[o]rg|[n]odesource|snapshot\\.[d]ebian" "${all[@]}"
forbid 'write "must" or "will"' '(^|[^[:alnum:]_])[s]hall([^[:alnum:]_]|$)' "${all[@]}"
forbid 'write "reproduce", "replay", "get" or "exist"' '[h]ad again|(can|could|to|must|not) [b]e had([^[:alnum:]_]|$)' "${all[@]}"
forbid 'write "simulate"' '[o]n paper([^[:alnum:]_]|$)' "${all[@]}"
forbid 'write "fix" or "correct"' '(^|[^[:alnum:]_])(to|is|are|was|were|be|its) [m]end(ed)?([^[:alnum:]_]|$)' "${all[@]}"
forbid 'name the ordinal, or count from 1' '[h]ow[ -]manieth' "${all[@]}"
forbid 'write "fails"' '(come|comes|came) to [g]rief' "${all[@]}"
forbid 'write "we believe"' '(hold|holds|held) .{1,40} for ([w]rong|right)' "${all[@]}"

[ "$bad" -ne 0 ] || echo "${#all[@]} files keep the house rules"
exit "$bad"
