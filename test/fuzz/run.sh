#!/usr/bin/env bash
# run.sh FOLDER TUTTI [--seconds=N] [--only='NAME...'] [--jobs=N]: fuzzes each reader for so long, and prints a table.
#
# FOLDER is the build for libFuzzer; TUTTI is a built command, which makes some of the seeds. The corpus stays in
# FOLDER/corpus, and the next call continues from it; inputs that break a reader are in FOLDER/found. Exit code 1: there
# are some. README.md says what to do with them.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

# one FOLDER SECONDS READER: libFuzzer stops at the first input that breaks the reader; the rest of the time continues
# without it. Writes a row of the table.
one() {
    local folder=$1 end=$((SECONDS + $2)) reader=$3 executions=0 part code tries=0
    local log=$folder/log/$reader.log found=$folder/found/$reader begin=$SECONDS
    local corpora=("$folder/corpus/$reader")
    mkdir -p "$folder/log" "$found" "${corpora[0]}"
    [ ! -d "$here/crashes/$reader" ] || corpora+=("$here/crashes/$reader")
    : >"$log"
    TMPDIR=$(mktemp -d /dev/shm/tutti-fuzz-XXXXXX)
    export TMPDIR
    while [ $SECONDS -lt $end ] && [ $tries -lt 20 ]; do
        code=0
        nice -n 19 "$folder/fuzz/$reader" -max_total_time=$((end - SECONDS)) -timeout=30 -rss_limit_mb=1024 \
            -malloc_limit_mb=256 -print_final_stats=1 -artifact_prefix="$found/" "${corpora[@]}" \
            >"$log.part" 2>&1 || code=$?
        part=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log.part")
        executions=$((executions + ${part:-0}))
        cat "$log.part" >>"$log"
        [ $code != 0 ] || break
        tries=$((tries + 1))
    done
    rm -rf "$log.part" "$TMPDIR"
    printf '%-18s %7d %12d %8d %7d\n' "$reader" $((SECONDS - begin)) $executions \
        "$(grep -o ' cov: [0-9]*' "$log" | sort -k2n | tail -1 | tr -dc 0-9)" \
        "$(find "$found" -type f | wc -l)" >"$folder/log/$reader.row"
}

if [ "${1:-}" = --one ]; then
    shift
    one "$@"
    exit
fi

[ $# -ge 2 ] || { sed -n '2,6s/^# //p' "$0" >&2; exit 2; }
folder=$(cd "$1" && pwd) tutti=$2 seconds=60 only='' jobs=$(nproc)
shift 2
for option; do
    case $option in
    --seconds=*) seconds=${option#*=} ;;
    --only=*) only=${option#*=} ;;
    --jobs=*) jobs=${option#*=} ;;
    *) echo "run.sh: $option is no option" >&2; exit 2 ;;
    esac
done
readers=${only:-$(cd "$folder/fuzz" && echo *)}
"$here/seeds.sh" "$tutti" "$folder/seeds"
for reader in $readers; do
    [ -x "$folder/fuzz/$reader" ] || { echo "run.sh: there is no reader $reader; there are: $(cd "$folder/fuzz" && echo *)" >&2; exit 2; }
    mkdir -p "$folder/corpus/$reader"
    [ ! -d "$folder/seeds/$reader" ] || cp -n "$folder/seeds/$reader"/* "$folder/corpus/$reader/"
    rm -f "$folder/log/$reader.row"
done
# shellcheck disable=SC2086 # names of readers
printf '%s\n' $readers | xargs -P "$jobs" -n 1 "$here/run.sh" --one "$folder" "$seconds"
printf '%-18s %7s %12s %8s %7s\n' reader seconds executions edges crashes
for reader in $readers; do
    cat "$folder/log/$reader.row"
done
if [ -n "$(find "$folder/found" -type f)" ]; then
    echo "these break a reader: $folder/found"
    exit 1
fi
