#!/usr/bin/env bash
# run.sh [--list=COMMAND] [--mpi=MPI] [--time-limit=SECONDS] [--jobs=N] [--only=PATTERN] [--out=DIR] FOLDER
# Gives every program of FOLDER to `tutti verify` and prints how often that was right (README.md). COMMAND FOLDER prints the
# tests, as list.sh does. What was said about each stays in DIR.
set -eu
usage() { sed -n '2p' "$0" | cut -c 3- >&2; exit 2; }
: "${TUTTI:?the built command}"
here=$(cd "$(dirname "$0")" && pwd)
list=$here/list.sh mpi=mpich limit=30 jobs=$(nproc) only='' out='' folder=''
for word; do
    case $word in
        --list=*) list=$(realpath "${word#*=}") ;;
        --mpi=*) mpi=${word#*=} ;;
        --time-limit=*) limit=${word#*=} ;;
        --jobs=*) jobs=${word#*=} ;;
        --only=*) only=${word#*=} ;;
        --out=*) out=${word#*=} ;;
        -*) usage ;;
        *) [ -z "$folder" ] && folder=$(realpath "$word") || usage ;;
    esac
done
[ -n "$folder" ] || usage
[ -n "$out" ] || { out=$(mktemp -d) && trap 'rm -rf "$out"' EXIT; }
mkdir -p "$out"
out=$(realpath "$out")
cd "$out"
unset "${!TUTTI_GUEST_@}"
"$list" "$folder" | grep -E -- "${only:-.}" >tests
[ -s tests ] || { echo "$folder: no test" >&2; exit 2; }
rm -rf answers
mkdir answers

# answer NUMBER PROGRAM RANKS ARGUMENTS OPTIONS: how it ended, seconds, and the findings, a line each: rule, line.
answer() {
    local at=answers/$1 program=$2 ranks=$3 begin=$EPOCHREALTIME code=0 how words options
    read -ra words <<<"$4"
    read -ra options <<<"$5"
    timeout -k 5 $((limit + 5)) "$TUTTI" verify --no-out --quiet --jobs=1 --mpi="$mpi" --time-limit="$limit" --json="$at.json" \
        -n "$ranks" "${options[@]}" -- "$program" "${words[@]}" >"$at.out" 2>&1 </dev/null || code=$?
    case $code in
        0 | 1) how=ended ;;
        4 | 124 | 137) how=timeout ;;
        *) how=failed ;;
    esac
    {
        printf '%s\t%s\n' $how "$(awk -v begin="$begin" -v end="$EPOCHREALTIME" 'BEGIN { print end - begin }')"
        jq -r '.findings[] | [.rule, .locations[0].line // 0] | @tsv' "$at.json" 2>/dev/null || true
    } >"$at.found"
}
export -f answer
export TUTTI limit mpi

begin=$EPOCHREALTIME
# Fields may be empty, so that they travel as words of their own.
awk -F '\t' '{ printf "%d%c%s%c%s%c%s%c%s%c", NR, 0, $1, 0, $2, 0, $3, 0, $4, 0 }' tests |
    xargs -0 -n 5 -P "$jobs" bash -c 'answer "$@"' answer
number=0
while IFS=$'\t' read -r _; do
    number=$((number + 1))
    printf '%s\t' "$number"
    paste -sd '\t' "answers/$number.found"
done <tests >found
awk -v seconds="$(awk -v begin="$begin" -v end="$EPOCHREALTIME" 'BEGIN { print end - begin }')" -f "$here/table.awk" tests found
