#!/usr/bin/env bash
# run.sh DIRECTORY [PATTERN]: real programs under `tutti run`, as DIRECTORY/programs.list says, and under
# `tutti verify`, as DIRECTORY/verify.list says (see README.md); with PATTERN only the lines that it
# matches. Prints a table for each, and the reason if a program does not behave as it must. Leaves output and findings
# in DIRECTORY/results.
[ $# -ge 1 ] || { echo 'usage: run.sh DIRECTORY [PATTERN]' >&2; exit 2; }
directory=$(realpath "$1")
. "$(dirname "$0")/../lib.sh"
pattern=${2:-.} # empty: all
limit=${LIMIT:-600}  # seconds for one program
budget=${BUDGET:-60} # seconds for one search
[ -r "$directory/programs.list" ] || [ -r "$directory/verify.list" ] ||
    { echo "$directory: no programs.list; test/real/README.md says what it is" >&2; exit 2; }
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

# native FLAVOUR LOG RANKS COMMAND...: the time that a correct program takes without Tutti. MPICH's
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

# search ROW LOG RANKS EXPECTED EXECUTIONS OPTIONS COMMAND...: the same under `tutti verify`. EXECUTIONS: how
# many there are, `all` if that does not matter, `bounded` if the budget does not suffice; then it is no
# fault that something expected was not found. Also says how long one execution takes under `tutti run`.
search() {
    local row=$1 log=$2 ranks=$3 expected=$4 executions=$5 options=$6 code=0 wanted=1 time found executed pending
    local flavour alone rule fault='' complete=yes
    shift 6
    rm -f "$log".*
    # shellcheck disable=SC2086 # options are words
    time=$(seconds "$log" "$TUTTI" verify --no-out --quiet --time-limit="$budget" --interleavings=0 --json="$log.json" \
        $options -n "$ranks" -- "$@") || code=$?
    found=$(jq -r '[.findings[].rule] | unique | join(" ") | if . == "" then "clean" else . end' "$log.json" 2>/dev/null) ||
        found="no verdict"
    flavour=$(jq -r '.world.mpi' "$log.json" 2>/dev/null) || flavour=-
    executed=$(jq -r '.stats.executions' "$log.json" 2>/dev/null) || executed=0
    pending=$(jq -r '.stats.pending' "$log.json" 2>/dev/null) || pending=-
    jq -e '.verdict != "incomplete" and .stats.pending == 0' "$log.json" >/dev/null 2>&1 || complete=no
    # A note is about something interesting, not about something wrong.
    jq -e '[.findings[] | select(.severity != "note")] | length > 0' "$log.json" >/dev/null 2>&1 || wanted=0
    [ $wanted = 1 ] || [ $complete = yes ] || wanted=4
    [ "$code" = $wanted ] || fault=", exit code $code"
    if [ "$executions" = bounded ]; then
        for rule in $found; do
            [[ " $expected clean " = *" $rule "* ]] || fault+=", not $expected"
        done
    else
        [ "$found" = "$expected" ] || fault+=", not $expected"
        [ $complete = yes ] || fault+=", not complete"
        [ "$executions" = all ] || [ "$executed" = "$executions" ] || fault+=", not $executions executions"
    fi
    alone=$(seconds "$log.run" "$TUTTI" run --no-out --quiet -n "$ranks" -- "$@") || true
    [ $complete = yes ] || executed="$executed, $pending more known"
    printf '| %s | %s | %s | %s | %s | %s | %s |\n' "$row" "$flavour" "$ranks" "$found$fault" "$executed" "$time" "$alone"
    [ -z "$fault" ]
}

# take PROGRAM ARGUMENTS: whether the line is wanted. If so, goes where the program is and sets `row`, `log`,
# `words` and `input`.
take() {
    local word
    case $1 in '' | '#'*) return 1 ;; esac
    [[ "$1 $2" =~ $pattern ]] || return 1
    cd "$directory/$(dirname "$1")" || exit 2
    words=() input=/dev/null
    for word in $2; do
        case $word in
            '<'*) input=${word#<} ;;
            *) words+=("$word") ;;
        esac
    done
    count=$((count + 1))
    row="$1${words[*]:+ ${words[*]}}" row=${row:0:60}
    log=$results/$count-$(basename "$1")
}

sorted() { trim "$1" | tr ' ' '\n' | sort | paste -sd ' '; }

failed=0 count=0
if [ -r "$directory/programs.list" ]; then
    printf '| program | MPI | ranks | result | tutti run, s | mpiexec, s |\n|---|---|---|---|---|---|\n'
    while IFS='|' read -r program ranks arguments expected text; do
        program=$(trim "$program")
        take "$program" "$arguments" || continue
        judge "$row" "$log" "$(trim "$ranks")" "$(sorted "$expected")" "$(trim "$text")" \
            "./$(basename "$program")" "${words[@]}" || failed=$((failed + 1))
    done <"$directory/programs.list"
fi
if [ -r "$directory/verify.list" ]; then
    printf '\n| program | MPI | ranks | result | executions | tutti verify, s | tutti run, s |\n'
    printf '|---|---|---|---|---|---|---|\n'
    while IFS='|' read -r program ranks arguments expected executions options; do
        program=$(trim "$program")
        take "$program" "$arguments" || continue
        options=$(trim "$options")
        search "$row${options:+ ($options)}" "$log" "$(trim "$ranks")" "$(sorted "$expected")" "$(trim "$executions")" \
            "$options" "./$(basename "$program")" "${words[@]}" || failed=$((failed + 1))
    done <"$directory/verify.list"
fi
[ $count -gt 0 ] || { echo "$directory: no program${2:+ matches $2} in its lists" >&2; exit 2; }
echo "$count programs, $failed not as they should be"
[ $failed = 0 ]
