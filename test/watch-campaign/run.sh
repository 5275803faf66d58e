#!/usr/bin/env bash
# run.sh [--real=DIR] [--runs=N] [--healthy=N] [--overhead=N] [--seed=N] [--from=SECONDS] [--jobs=N] [--limit=SECONDS] [--only=PATTERN] [--kinds=WORDS] OUT
# Hangs injected into programs under `tutti watch`, and healthy runs of them (see README.md). Results stay in OUT: runs
# that are there already are not made again. Prints a line for each run, and the tables at the end.
usage() { sed -n '2p' "$0" | cut -c 3- >&2; exit 2; }
real='' runs=20 healthy=1 overhead=0 seed=1 from=1 jobs=1 limit=180 only=. kinds='loop stop drop skip' out=''
for word; do
    case $word in
        --real=*) real=$(realpath "${word#*=}") || exit 2 ;;
        --runs=*) runs=${word#*=} ;;
        --healthy=*) healthy=${word#*=} ;;
        --overhead=*) overhead=${word#*=} ;;
        --seed=*) seed=${word#*=} ;;
        --from=*) from=${word#*=} ;;
        --jobs=*) jobs=${word#*=} ;;
        --limit=*) limit=${word#*=} ;;
        --only=*) only=${word#*=} ;;
        --kinds=*) kinds=${word#*=} ;;
        -*) usage ;;
        *) [ -z "$out" ] && out=$(realpath -m "$word") || usage ;;
    esac
done
for word in "$runs" "$healthy" "$overhead" "$seed" "$from" "$limit" "$jobs"; do
    [[ $word =~ ^[0-9]+$ ]] || usage
done
[ -n "$out" ] && [ "$jobs" -ge 1 ] || usage
[[ $kinds =~ ^((loop|stop|drop|skip)( |$))+$ ]] || usage
[ -z "$real" ] || [ -r "$real/watch.list" ] || { echo "$real: no watch.list; README.md says what it is" >&2; exit 2; }

. "$(dirname "$0")/../lib.sh"
flavour=${MPI:-openmpi} length=${LENGTH:-45} # seconds of an own program
read -ra sizes <<<"${RANKS:-4 8 16}"
results=$out/results.tsv
redraws=12
mkdir -p "$out/runs"
touch "$results"

flags=(-std=gnu17 -D_GNU_SOURCE -g)
mpi_cc "$flavour" "${flags[@]}" -O1 "$HERE/awkward.c" -o awkward -lpthread
mpi_cc "$flavour" "${flags[@]}" -O2 -fPIC -shared "$HERE/inject.c" -o inject.so -ldl
cc "${flags[@]}" -O2 -I"$HERE/../../src" "$HERE/replay.c" "$HERE/../../src/watch/model/parastack.c" \
    "$HERE/../../src/watch/model/runs_test.c" -o replay -lm
records=no
! "$TUTTI" watch --help | grep -q -e --record || records=yes

# names, folders, commands: the programs; @ in the last two stands for the number of ranks. paired: ranks for the overhead.
names=() folders=() commands=() paired=()
add() {
    [[ $1 =~ $only ]] || return 0
    names+=("$1") folders+=("$2") commands+=("$3") paired+=("$4")
}
trim() { sed -E 's/^[[:space:]]+//; s/[[:space:]]+$//' <<<"$1"; }
for kind in checkpoint master polling phases imbalance threads; do
    add "$kind" "$WORK" "./awkward $kind $length" ''
done
if [ -n "$real" ]; then
    while IFS='|' read -r name folder command ranks; do
        case $name in '' | '#'*) continue ;; esac
        add "$(trim "$name")" "$real/$(trim "$folder")" "$(trim "$command")" "$(trim "$ranks")"
    done <"$real/watch.list"
fi
[ ${#names[@]} -gt 0 ] || { echo "no program matches $only" >&2; exit 2; }

# draw BELOW WORD...: a number that seed and words determine.
draw() {
    local below=$1 digest
    shift
    digest=$(sha256sum <<<"$seed $*")
    echo $((16#${digest:0:12} % below))
}

# unfit PROGRAM KIND: whether no call was ever there to inject it at, in two runs or more that were long enough.
unfit() {
    awk -F '\t' -v a="$1" -v b="$2" '$1 != a || $5 != b { next } $15 != "-" { fits = 1 } $14 > $7 + 5 { tried++ }
        END { exit fits || tried < 2 }' "$results"
}

# kind_of INDEX NUMBER ATTEMPT: kinds take turns; one that does not fit the program, or came to nothing, is drawn again.
kind_of() {
    local all=(loop stop drop skip) kind try
    kind=${all[($2 + $1) % 4]}
    [ "$3" = 0 ] || kind=${all[$(draw 4 "${names[$1]}" "$2" "$3" kind)]}
    for ((try = 1; try < 20; try++)); do
        unfit "${names[$1]}" "$kind" || break
        kind=${all[$(draw 4 "${names[$1]}" "$2" "$3" kind "$try")]}
    done
    echo "$kind"
}

# known PROGRAM RANKS NUMBER ATTEMPT: prints the result of that run, if there is one.
known() {
    awk -F '\t' -v a="$1" -v b="$2" -v c="$3" -v d="$4" '$1 == a && $2 == b && $3 == c && $4 == d { print $8; exit }' "$results"
}

since() { awk -v begin="$1" -v end="$EPOCHREALTIME" 'BEGIN { print int(end - begin) }'; }

# supervise PID FILE: waits until the process ends, but for $limit seconds after FILE appeared at most, and
# no longer than 15 minutes. Sets what `became` of it.
supervise() {
    local begin=$EPOCHREALTIME seen=''
    became=ended
    while kill -0 "$1" 2>/dev/null; do
        sleep 0.2
        [ -n "$seen" ] || [ ! -e "$2" ] || seen=$EPOCHREALTIME
        if { [ -n "$seen" ] && [ "$(since "$seen")" -gt "$limit" ]; } || [ "$(since "$begin")" -gt 900 ]; then
            kill -TERM "$1" 2>/dev/null || true
            became=stopped
            break
        fi
    done
}

# watched PROGRAM-INDEX RANKS FOLDER POLICY WORD...: the job under tutti watch, WORDs before the program; sets `pid` and `begun`.
watched() {
    local index=$1 ranks=$2 folder=$3 policy=$4 words options=()
    shift 4
    rm -rf "$folder"
    mkdir -p "$folder"
    [ $records = no ] || options=(--record="$folder/record")
    read -ra words <<<"${commands[index]//@/$ranks}"
    begun=$EPOCHREALTIME
    (cd "${folders[index]//@/$ranks}" && exec "$TUTTI" watch --quiet --on-hang="$policy" --out="$folder/out" "${options[@]}" -- \
        "mpiexec.$flavour" -n "$ranks" "$@" "${words[@]}") >"$folder/log" 2>&1 </dev/null &
    pid=$!
    trap 'kill -TERM $pid 2>/dev/null || true; wait; exit 1' TERM
}

# of FOLDER JQ-EXPRESSION: about the findings of a run; - if there are none.
of() { jq -r "$2 // \"-\"" "$1/out/findings.json" 2>/dev/null || echo -; }

# minus A B
minus() { awk -v a="$1" -v b="$2" 'BEGIN { if (a == "-" || b == "-") print "-"; else printf "%.2f\n", a - b }'; }

# last_step RECORD BEGIN END: when a rank last changed its state in that time.
last_step() {
    [ -r "$1" ] || { echo -; return; }
    awk -v at="$2" -v end="$3" '/^#/ || $1 > end + 0 { next } $2 != before && $1 > at + 0 { at = $1 } { before = $2 } END { print at }' "$1"
}

# finish FOLDER: keeps what is needed of a run.
finish() { rm -rf "$1/out/stats"; [ ! -e "$1/record" ] || gzip -f "$1/record"; }

# row FIELD...: one line of results and of progress.
row() {
    local IFS=$'\t'
    echo "$*" >>"$results"
    printf '%-12s %2s ranks %-7s %s\n' "$1" "$2" "$5" "$8 ${10} $9, rank ${11}, delay ${12}" # a line at once
}

# run_healthy INDEX RANKS NUMBER
run_healthy() {
    local index=$1 ranks=$2 number=$3 folder=$out/runs/${names[$1]}.$2.healthy.$3 pid begun became code=0 result=healthy hangs
    watched "$index" "$ranks" "$folder" report
    supervise $pid /nonexistent
    wait $pid || code=$?
    hangs=$(of "$folder" '([.findings[] | select(.rule | startswith("hang."))] | length) + (.stats.alarms_withdrawn // 0)')
    if [ "$hangs" != 0 ] && [ "$hangs" != - ]; then result=alarm; elif [ $code != 0 ]; then result=failed; fi
    row "${names[index]}" "$ranks" "$number" 0 healthy - - $result "$(of "$folder" '.findings[0].rule')" "$(how "$folder")" - - - \
        "$(of "$folder" .stats.seconds)" - -
    finish "$folder"
}

how() { of "$1" '.findings[0].headline | if . == null then null elif startswith("deadlock") then "proof" else "history" end'; }

# run_hang INDEX RANKS NUMBER ATTEMPT KIND
run_hang() {
    local index=$1 ranks=$2 number=$3 attempt=$4 name=${names[$1]} kind=$5 rank moment folder pid begun
    local became result injected=- reported=- rule named=- delay=- still=-
    rank=$(draw "$ranks" "$name" "$number" "$attempt" rank)
    moment=$(awk -v n="$(draw 19000 "$name" "$number" "$attempt" moment)" -v from="$from" 'BEGIN { print from + n / 1000 }')
    folder=$out/runs/$name.$ranks.$kind.$number.$attempt
    export INJECT_KIND=$kind INJECT_RANK=$rank INJECT_SECONDS=$moment INJECT_FILE=$folder/injected
    watched "$index" "$ranks" "$folder" kill env LD_PRELOAD="$WORK/inject.so"
    supervise "$pid" "$folder/injected"
    wait "$pid" || true
    [ ! -s "$folder/injected" ] || injected=$(minus "$(cut -d ' ' -f 2 "$folder/injected")" "$begun")
    rule=$(of "$folder" '[.findings[] | select(.rule == "hang.communication" or .rule == "hang.computation")][0].rule')
    [ "$rule" = - ] || reported=$(minus "$(stat -c %.Y "$folder/out/alarms")" "$begun")
    delay=$(minus "$reported" "$injected")
    result=$became
    [ "$became" = ended ] || result=missed
    [ -e "$folder/out/findings.json" ] || { result=failed; tail -n 3 "$folder/log" >&2; }
    if [ "$rule" != - ] && { [ "$injected" = - ] || [[ $delay = -* ]]; }; then
        result=early
    elif [ "$rule" != - ]; then
        result=found
        named=no
        jq -e --argjson rank "$rank" '.findings[0].ranks | index($rank) != null' "$folder/out/findings.json" >/dev/null && named=yes
        still=$(minus "$reported" "$(last_step "$folder/record" "$injected" "$reported")")
    fi
    row "$name" "$ranks" "$number" "$attempt" "$kind" "$rank" "$moment" $result "$rule" "$(how "$folder")" $named "$delay" "$still" \
        "$(of "$folder" .stats.seconds)" "$injected" "$reported"
    finish "$folder"
}

# hang INDEX RANKS NUMBER: until an injection took place and was no news to the program.
hang() {
    local attempt result kind
    for ((attempt = 0; attempt < redraws; attempt++)); do
        result=$(known "${names[$1]}" "$2" "$3" "$attempt")
        if [ -z "$result" ]; then
            kind=$(kind_of "$1" "$3" "$attempt")
            [[ " $kinds " = *" $kind "* ]] || return 0
            run_hang "$1" "$2" "$3" "$attempt" "$kind"
            result=$(known "${names[$1]}" "$2" "$3" "$attempt")
        fi
        [ "$result" = ended ] || return 0
    done
    echo "${names[$1]}: no hang in $redraws draws" >&2
}

# parallel COMMAND...: as many at a time as wanted.
parallel() {
    while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || true; done
    "$@" &
}
# shellcheck disable=SC2046 # numbers
trap 'kill -TERM $(jobs -p) 2>/dev/null || true; wait; exit 1' INT TERM

# seconds COMMAND...: elapsed time and processor time.
seconds() {
    local TIMEFORMAT='%R %U %S'
    { time "$@" >"$WORK/log" 2>&1 </dev/null; } 2>"$WORK/time" || { echo "fails: $*" >&2; return 1; }
    awk '{ print $1 "\t" $2 + $3 }' "$WORK/time"
}

# pair INDEX RANKS: a run without and a run with tutti watch, in the program's folder.
pair() {
    local words without with
    read -ra words <<<"mpiexec.$flavour -n $2 ${commands[$1]//@/$2}"
    cd "${folders[$1]//@/$2}" || exit
    without=$(seconds "${words[@]}") && with=$(seconds "$TUTTI" watch --quiet --no-out -- "${words[@]}") || return 0
    printf '%s\t%s\t%s\t%s\n' "${names[$1]}" "$2" without "$without" "${names[$1]}" "$2" with "$with" >>"$out/overhead.tsv"
}

# replay_all: ParaStack's model on every record: PROGRAM RANKS KIND FALSE FOUND DELAY LEARNED.
replay_all() {
    local name ranks number attempt kind result begin end folder _
    while IFS=$'\t' read -r name ranks number attempt kind _ _ result _ _ _ _ _ _ begin end; do
        case $result in
            healthy) folder=$name.$ranks.healthy.$number begin=-1 end=-1 ;;
            found | missed) folder=$name.$ranks.$kind.$number.$attempt ;;
            *) continue ;;
        esac
        [ "$end" != - ] || end=-1
        [ -r "$out/runs/$folder/record.gz" ] || continue
        gzip -dc "$out/runs/$folder/record.gz" >record
        printf '%s\t%s\t%s\t%s\n' "$name" "$ranks" "$kind" "$(./replay record "$begin" "$end" "$(draw 1000000 "$folder")")"
    done <"$results"
}

for index in "${!names[@]}"; do
    for ((number = 0; number < healthy; number++)); do
        for ranks in "${sizes[@]}"; do
            [ -n "$(known "${names[index]}" "$ranks" "h$number" 0)" ] || parallel run_healthy "$index" "$ranks" "h$number"
        done
    done
done
for ((number = 1; number <= runs; number++)); do
    for index in "${!names[@]}"; do
        parallel hang "$index" "${sizes[(number + index) % ${#sizes[@]}]}" "$number"
    done
done
wait
for ((number = 0; number < overhead; number++)); do
    for index in "${!names[@]}"; do
        [ -z "${paired[index]}" ] || (pair "$index" "${paired[index]}")
    done
done
replay_all >"$out/parastack.tsv"
awk -f "$HERE/table.awk" "$results" "$out/parastack.tsv" "$([ -e "$out/overhead.tsv" ] && echo "$out/overhead.tsv" || echo /dev/null)" |
    tee "$out/table.md"
