#!/usr/bin/env bash
# run.sh FLAVOUR [PROGRAM]: each program of the suite compiles without a warning, and gives under `tutti run`, or
# `tutti verify` if it is in the folder verify, what its header says: the rules, the line marked HERE, the executions.
# The programs in static are for `tutti check`, those in concolic for `tutti test`: they have a run.sh
# of their own.
. "$(dirname "$0")/../lib.sh"
flavour=$1
shift

# reaches VERSION WANTED: 4.1 reaches 4.
reaches() { printf '%s\n' "$2" "$1" | sort -CV; }

# judge PROGRAM: prints what is wrong, nothing if all is right.
judge() {
    local source=$1 verb=run flags=(-Wall -Wextra -Werror) name ranks expect options executions rule line code wrong mpi cc
    case $source in
        */verify/*) verb=verify ;;
        */thread/*) flags+=(-fopenmp) ;;
    esac
    mpi=$(sed -nE 's/^[ *!]*mpi: *//p' "$source" | head -n 1)
    [ -z "$mpi" ] || reaches "$("$HERE/version.sh" "mpicc.$flavour")" "$mpi" || return 0
    name=$(basename "${source%.*}")-$$-$RANDOM
    cc=$(sed -nE 's/^[ *!]*cc: *//p' "$source" | head -n 1)
    # shellcheck disable=SC2086 # options are words
    case ${cc:+cc}$source in
        cc*) "$TUTTI" cc -ftutti-mpi="$flavour" -g $cc "$source" "${flags[@]}" -o "$name" -lm -pthread 2>"$name.log" ;;
        *.f90) mpi_fc "$flavour" "$source" "${flags[@]}" -Wno-unused-parameter -o "$name" 2>"$name.log" ;;
        # GCC takes MPI_STATUSES_IGNORE for an array without room.
        *) mpi_cc "$flavour" -std=gnu17 "$source" "${flags[@]}" -Wno-stringop-overflow -o "$name" -lm -pthread 2>"$name.log" ;;
    esac || { echo "does not compile without warnings: $(grep -m 1 -E 'error|Error' "$name.log")"; return; }
    expect=$(sed -nE 's/^[ *!]*expect: *//p' "$source" | head -n 1)
    options=$(sed -nE 's/^[ *!]*options: *//p' "$source" | head -n 1)
    executions=$(sed -nE 's/^[ *!]*executions: *//p' "$source" | head -n 1)
    for ranks in $(sed -nE 's/^[ *!]*ranks: *//p' "$source" | head -n 1); do
        code=0
        # shellcheck disable=SC2086 # options are words
        timeout 600 "$TUTTI" "$verb" --no-out --quiet --time-limit=500 --json="$name.json" -n "$ranks" $options -- \
            "./$name" >"$name.out" 2>&1 </dev/null || code=$?
        wrong=0
        # A note says what may be interesting, not what is wrong.
        [ "$expect" = clean ] ||
            wrong=$(jq '[.findings[] | select(.severity != "note")] | length > 0 | if . then 1 else 0 end' "$name.json")
        [ "$code" = "$wrong" ] || { echo "ranks $ranks: exit code $code, not $wrong: $(tail -n 1 "$name.out")"; return; }
        [ -z "$executions" ] || [ "$(jq .stats.executions "$name.json")" = "$executions" ] ||
            { echo "ranks $ranks: $(jq .stats.executions "$name.json") executions, not $executions"; return; }
        # Where all orders were tried, a note would say that they make a difference.
        [ "$expect" != clean ] || [ "$verb" = verify ] || continue
        rule=$(jq -r '[.findings[].rule] | unique | join(" ")' "$name.json")
        [ "$rule" = "$(tr ' ' '\n' <<<"${expect#clean}" | sort | paste -sd ' ')" ] || { echo "found $rule"; return; }
        for rule in ${expect#clean}; do
            line=$(jq -r --arg rule "$rule" '[.findings[] | select(.rule == $rule)][0].locations[0].line // 0' "$name.json")
            grep -nE "HERE $rule( |\*|$)" "$source" | cut -d: -f1 | grep -qx "$line" ||
                { echo "$rule is at line $line"; return; }
            grep -qE "CREATED $rule( |\*|$)" "$source" || continue
            jq -r --arg rule "$rule" '[.findings[] | select(.rule == $rule)][0].related[]?.line' "$name.json" |
                grep -qxFf <(grep -nE "CREATED $rule( |\*|$)" "$source" | cut -d: -f1) ||
                { echo "$rule: no related place is where it was created"; return; }
        done
    done
    rm -f "$name"*
}

if [ $# = 1 ]; then
    fault=$(judge "$1")
    [ -z "$fault" ] || { echo "${1#"$HERE"/}: $fault"; exit 1; }
    exit 0
fi

find "$HERE" \( -path "$HERE/static" -o -path "$HERE/concolic" \) -prune -o \( -name '*.c' -o -name '*.f90' \) -printf '%P\n' | sort >programs
sample "$flavour" programs
code=0
sed "s,^,$HERE/," programs | xargs -P "$(nproc)" -n 1 "$HERE/run.sh" "$flavour" >faults || code=1
sort faults
echo "$flavour: $(wc -l <programs) programs judged, $(wc -l <faults) wrong"
exit $code
