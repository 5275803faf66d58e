#!/bin/sh
# Each example of each rule compiles, without a warning, with each MPI.
# Usage: rules_compile.sh TUTTI-RULES RULES-DIRECTORY C-COMPILER:FORTRAN-COMPILER...
# The Fortran compiler may be empty: then its examples are passed over for that MPI.
set -eu
rules=$1
directory=$2
shift 2
[ $# -gt 0 ] || { echo "rules_compile.sh: no compiler given" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$rules" --examples "$work/examples" "$directory"
"$rules" --list "$directory" >"$work/list"
tab=$(printf '\t')
compiled=0

# One command compiles all examples with the same options: most of the time goes into starting it.
compile() { # COMPILER WARNINGS ENDING FLAGS
    while IFS=$tab read -r id _ _ flags; do
        if [ -f "$work/examples/$id.wrong.$3" ] && [ "$flags" = "$4" ]; then
            printf '%s\n' "$work/examples/$id.wrong.$3" "$work/examples/$id.right.$3"
        fi
    done <"$work/list" >"$work/files"
    [ -s "$work/files" ] || return 0
    compiled=$((compiled + $(wc -l <"$work/files")))
    # shellcheck disable=SC2086 # options are words
    (cd "$work" && xargs -P 2 -n 8 "$1" -fsyntax-only -Wall -Wextra -Werror $2 $4 <files)
}

for pair in "$@"; do
    while read -r flags; do
        compile "${pair%%:*}" -Werror=implicit c "$flags"
        if [ -n "${pair#*:}" ]; then
            compile "${pair#*:}" "" f90 "$flags"
        fi
    done <<END
$(cut -f 4 "$work/list" | sort -u)
END
done

examples=$(ls "$work/examples" | wc -l)
echo "$examples examples, $compiled compilations"
[ "$examples" -eq $((2 * $(wc -l <"$work/list"))) ] && [ "$compiled" -ge "$examples" ]
