#!/usr/bin/env bash
# run.sh FLAVOUR [PROGRAM]: `tutti test` of each program with the input in its header finds what the header says, at
# the line marked HERE; and the program is what it says it is: `tutti run` finds nothing with that input, and the
# same with the input that fails. A bug that also needs a schedule (--schedules) is not found by `tutti run` with
# either input, but by `tutti verify` with the latter. FIGURES in the environment names a file for how long each bug
# took: "PROGRAM SECONDS TESTS".
. "$(dirname "$0")/../../lib.sh"
flavour=$1
program=${2:-}
# The most tests of one search: a bug takes up to 26, a search that ends up to 135.
tests=300
deadline=500 # seconds, for what hangs

# key NAME: the value of a key of the header.
key() { sed -nE "s/^[ *!]*$1: *//p" "$program" | head -n 1; }

# tutti VERB WORDS OPTION...: words are the shell's, so that they may be quoted and redirect input.
tutti() {
    local verb=$1 words=$2
    shift 2
    [[ $words == *'<'* ]] || words+=' </dev/null'
    eval "timeout 600 '$TUTTI' $verb --no-out --json=found.json \"\$@\" -- ./program $words" >out 2>&1
}

# put KEY: the file or "$NAME", a variable of the environment, gets what that key of the header says.
put() {
    case $file in
        '') ;;
        '$'*) export "${file#?}=$(key "$1")" ;;
        *) printf '%b' "$(key "$1")" >"$file" ;;
    esac
}

# compare RULE...: the findings are of these rules, each at a marked line. Notes do not count.
compare() {
    local rule line found
    found=$(jq -r '[.findings[] | select(.severity != "note") | .rule] | unique | join(" ")' found.json)
    [ "$found" = "$(printf '%s\n' "$@" | sort | paste -sd ' ')" ] || { echo "found ${found:-nothing}"; return 1; }
    for rule; do
        for line in $(jq --arg rule "$rule" '.findings[] | select(.rule == $rule) | .locations[0].line // 0' found.json); do
            grep -nE '(/\*|!) HERE ' "$program" | cut -d: -f1 | grep -qx "$line" ||
                { echo "$rule is at line $line"; return 1; }
        done
    done
}

# check_run VERB KEY RANKS RULE...: executions with the words of the key.
check_run() {
    local verb=$1 words=$2 ranks=$3 code=0 end=$deadline
    shift 3
    [ "${1:-}" != loop ] || end=10 # it computes until then
    tutti "$verb" "$(key "$words")" -n "$ranks" --time-limit="$end" || code=$?
    [ "$code" = $(($# > 0)) ] || { echo "$words: tutti $verb exits with $code: $(grep -m 1 "^tutti" out || head -n 1 out)"; return; }
    compare "$@" | sed "s/^/$words: tutti $verb: /"
}

# check_test: a search from the seed. One bug is enough, where not all branches are to be covered.
check_test() {
    local code=0 percent
    [ "$expect" = clean ] || [ -n "$(key covers)" ] || options+=" --stop-at-first"
    # shellcheck disable=SC2086 # options are words
    tutti test "$(key seed)" -n "$ranks" --time-limit="$deadline" --iterations="$tests" $options || code=$?
    ! grep -F 'is not instrumented' out || return 0
    case $expect:$code in
        clean:0 | clean:4) ;;
        clean:*) echo "exits with $code, $(jq -r '.findings[] | "\(.rule) at line \(.locations[0].line)"' found.json): $(head -n 1 out)"; return ;;
        *:1) ;;
        *) echo "exits with $code: $(tail -n 1 out)"; return ;;
    esac
    # shellcheck disable=SC2086 # rules are words
    compare ${expect#clean} || return
    [ -z "${FIGURES:-}" ] || [ "$expect" = clean ] ||
        jq -r --arg program "${program##*/}" '"\($program) \(.stats.seconds) \(.stats.executions)"' found.json >>"$FIGURES"
    percent=$(key covers)
    [ -z "$percent" ] || [ "$(jq '.stats.coverage_percent | floor' found.json)" = "$percent" ] ||
        echo "$(jq .stats.coverage_percent found.json) % of the branches, not $percent"
}

# judge: prints what is wrong, nothing if all is right.
judge() {
    local expect shows options ranks file verb=run compiler=cc flags=(-Wall -Wextra -Werror)
    expect=$(key expect)
    options=$(key options)
    ranks=$(key ranks)
    file=$(key file)
    # The C++ bindings of Open MPI 4 have warnings.
    [[ $program != *.cc ]] || compiler=c++ flags+=(-DOMPI_SKIP_MPICXX)
    if [[ $program == *.f90 ]]; then
        command -v "$FLANG" >/dev/null || return 0
        compiler="fc" flags=() # flang has no -Wall
    fi
    "$TUTTI" $compiler --mpi="$flavour" -g "${flags[@]}" -I"$HERE/../../../include" "$program" -o program -lm >out 2>&1 ||
        { echo "does not compile: $(head -n 1 out)"; return; }
    [[ $options != *--schedules* ]] || verb=verify
    put content
    check_run $verb seed "${ranks% *}"
    if [ "$expect" != clean ]; then
        put failing
        shows=$(key shows)
        shows=${shows:-$expect}
        # shellcheck disable=SC2086 # rules are words
        check_run $verb fails "${ranks#* }" ${shows#clean}
        [ $verb = run ] || check_run run fails "${ranks#* }"
        put content
    fi
    ranks=${ranks% *}
    check_test
}

if [ -n "$program" ]; then
    fault=$(judge || true) # what it prints is the verdict
    [ -z "$fault" ] || { paste -sd ';' <<<"$fault" | sed "s,^,${program##*/}: ,"; exit 1; }
    exit 0
fi

find "$HERE" \( -name '*.c' -o -name '*.cc' -o -name '*.f90' \) -printf '%P\n' | sort >programs
sample "$flavour" programs
sed "s,^,$HERE/," programs | xargs -P "$(nproc)" -n 1 "$HERE/run.sh" "$flavour" >faults || true
sort -o faults faults

# pending.list names the known failures; remove a program from it when its verdict is right.
touch pending
[ ! -e "$HERE/pending.list" ] || sed 's/ .*//; /^#/d; /^$/d' "$HERE/pending.list" | grep -xFf programs >pending || true
cut -d: -f1 faults >faulty
{
    grep -vxFf pending faulty || true
    { grep -vxFf faulty pending || true; } | sed 's,$, is right and still in pending.list,'
} >wrong
cat faults
grep -F ' ' wrong || true
echo "$flavour: $(wc -l <programs) programs judged, $(wc -l <wrong) wrong, $(wc -l <pending) known to be"
[ ! -s wrong ]
