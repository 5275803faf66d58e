#!/usr/bin/env bash
# run.sh DIRECTORY [PATTERN]: real programs under `tutti run`. DIRECTORY/programs.list says which (see
# README.md); with PATTERN only the lines that it matches. Prints a table, and why a program is not as
# it should be. Leaves output and findings in DIRECTORY/results.
[ $# -ge 1 ] || { echo 'usage: run.sh DIRECTORY [PATTERN]' >&2; exit 2; }
directory=$(realpath "$1")
. "$(dirname "$0")/../lib.sh"
pattern=${2:-.} # empty: all
list=$directory/programs.list
limit=${LIMIT:-600} # seconds for one program
[ -r "$list" ] || { echo "$list: cannot be read; test/real/README.md says what it is" >&2; exit 2; }
results=$directory/results
mkdir -p "$results"

trim() { sed -E 's/^[[:space:]]+//; s/[[:space:]]+$//' <<<"$1"; }

# seconds LOG COMMAND...: runs it, output to LOG; prints how long that took. Exit code of the command.
seconds() {
    local log=$1 begin=$EPOCHREALTIME code=0
    shift
    timeout "$limit" "$@" >"$log.out" 2>"$log.err" <"$input" || code=$?
    awk -v begin="$begin" -v end="$EPOCHREALTIME" 'BEGIN { printf "%.2f", end - begin }'
    return $code
}

# native FLAVOUR LOG RANKS COMMAND...: how long a program that is right takes without Tutti. MPICH's
# ranks spin for their messages, so more of them than processors say nothing.
native() {
    local flavour=$1 log=$2 ranks=$3
    shift 3
    if [ "$flavour" = mpich ] && [ "$ranks" -gt "$(nproc)" ]; then
        echo -
        return
    fi
    seconds "$log" "mpiexec.$flavour" -n "$ranks" "$@" || echo ' (fails)'
}

# judge ROW LOG RANKS EXPECTED TEXT COMMAND...: prints a row of the table. False: something is wrong.
judge() {
    local row=$1 log=$2 ranks=$3 expected=$4 text=$5 code=0 wanted=1 time found flavour fault='' alone=-
    shift 5
    rm -f "$log".*
    time=$(seconds "$log" "$TUTTI" run --no-out --quiet --output=plain --json="$log.json" -n "$ranks" -- "$@") || code=$?
    found=$(jq -r '[.findings[].rule] | unique | join(" ") | if . == "" then "clean" else . end' "$log.json" 2>/dev/null) ||
        found="no verdict"
    flavour=$(jq -r '.world.mpi' "$log.json" 2>/dev/null) || flavour=-
    [ "$expected" != clean ] || wanted=0
    [ "$code" = $wanted ] || fault=", exit code $code"
    [ "$found" = "$expected" ] || fault+=", not $expected"
    grep -qE -- "$text" "$log.out" || fault+=", does not print '$text'"
    # After an error the program may hang without Tutti; leaks and the like do it no harm.
    [ -n "$fault" ] || jq -e '[.findings[] | select(.severity == "error")] | length > 0' "$log.json" >/dev/null ||
        alone=$(native "$flavour" "$log.native" "$ranks" "$@")
    printf '| %s | %s | %s | %s | %s | %s |\n' "$row" "$flavour" "$ranks" "$found${fault:-, verified}" "$time" "$alone"
    [ -z "$fault" ]
}

printf '| program | MPI | ranks | result | tutti run, s | mpiexec, s |\n|---|---|---|---|---|---|\n'
failed=0 count=0
while IFS='|' read -r program ranks arguments expected text; do
    program=$(trim "$program") text=$(trim "$text") input=/dev/null
    expected=$(trim "$expected" | tr ' ' '\n' | sort | paste -sd ' ')
    case $program in '' | '#'*) continue ;; esac
    [[ "$program $arguments" =~ $pattern ]] || continue
    cd "$directory/$(dirname "$program")" || exit 2
    words=()
    for word in $arguments; do
        case $word in
            '<'*) input=${word#<} ;;
            *) words+=("$word") ;;
        esac
    done
    count=$((count + 1))
    row="$program${words[*]:+ ${words[*]}}"
    log=$results/$count-$(basename "$program")
    judge "${row:0:60}" "$log" "$(trim "$ranks")" "$expected" "$text" "./$(basename "$program")" "${words[@]}" ||
        failed=$((failed + 1))
done <"$list"
[ $count -gt 0 ] || { echo "$list names no program${2:+ that matches $2}" >&2; exit 2; }
echo "$count programs, $failed not as they should be"
[ $failed = 0 ]
