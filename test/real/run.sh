#!/usr/bin/env bash
# run.sh DIRECTORY [PATTERN]: real programs under `tutti run`. DIRECTORY/programs.list says which (see
# README.md); with PATTERN only lines that match it. Prints a table, and the reason of every failure.
# Leaves output and findings in DIRECTORY/results.
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

# seconds COMMAND...: runs it, output to $log; prints how long that took. Exit code of the command.
seconds() {
    local begin=$EPOCHREALTIME code=0
    timeout "$limit" "$@" >"$log.out" 2>"$log.err" </dev/null || code=$?
    awk -v begin="$begin" -v end="$EPOCHREALTIME" 'BEGIN { printf "%.2f", end - begin }'
    return $code
}

# native FLAVOUR RANKS COMMAND...: how long a program that is right takes without Tutti. MPICH's ranks spin for their
# messages, so more of them than processors say nothing.
native() {
    local flavour=$1 ranks=$2
    shift 2
    if [ "$flavour" = mpich ] && [ "$ranks" -gt "$(nproc)" ]; then
        echo -
        return
    fi
    seconds "mpiexec.$flavour" -n "$ranks" "$@" || echo ' (fails)'
}

# judge NAME RANKS TEXT COMMAND...: a row of the table, and what is wrong, if anything.
judge() {
    local name=$1 ranks=$2 text=$3 code=0 time verdict flavour fault='' alone
    shift 3
    log=$results/$name
    rm -f "$log".*
    time=$(seconds "$TUTTI" run --no-out --quiet --output=plain --json="$log.json" -n "$ranks" -- "$@") || code=$?
    verdict=$(jq -r '.verdict' "$log.json" 2>/dev/null) || verdict=none
    flavour=$(jq -r '.world.mpi' "$log.json" 2>/dev/null) || flavour=-
    [ "$code" = 0 ] || fault="exit code $code"
    [ "$verdict" = clean ] || fault="${fault:+$fault, }verdict $verdict"
    grep -qE -- "$text" "$log.out" || fault="${fault:+$fault, }does not print '$text'"
    log+=.native alone=-
    [ -n "$fault" ] || alone=$(native "$flavour" "$ranks" "$@")
    printf '| %s | %s | %s | %s | %s | %s |\n' "$name" "$flavour" "$ranks" "${fault:-clean, verified}" "$time" "$alone"
    [ -z "$fault" ]
}

printf '| program | MPI | ranks | result | tutti run, s | mpiexec, s |\n|---|---|---|---|---|---|\n'
failed=0 count=0
while IFS='|' read -r program ranks arguments text; do
    program=$(trim "$program") text=$(trim "$text")
    case $program in '' | '#'*) continue ;; esac
    [[ "$program $arguments" =~ $pattern ]] || continue
    read -r -a words <<<"$arguments"
    cd "$directory/$(dirname "$program")" || exit 2
    name=$(tr -c '[:alnum:].\n-' _ <<<"$program${words[*]:+ ${words[*]}}")
    count=$((count + 1))
    judge "$name" "$(trim "$ranks")" "$text" "./$(basename "$program")" "${words[@]}" || failed=$((failed + 1))
done <"$list"
[ $count -gt 0 ] || { echo "$list names no program${2:+ that matches $2}" >&2; exit 2; }
echo "$count programs, $failed not as they should be"
[ $failed = 0 ]
