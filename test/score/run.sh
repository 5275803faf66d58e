#!/usr/bin/env bash
# run.sh [--list=COMMAND] [--mpi=MPI] [--time-limit=SECONDS] [--jobs=N] [--only=PATTERN] [--out=DIR] FOLDER
# Gives every program of FOLDER to `tutti verify` and prints how often that was right (README.md). COMMAND FOLDER prints the
# tests, as list.sh does. The findings of each stay in DIR.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
complain() {
    printf '%s: %s\nusage: TUTTI=build/bin/tutti %s\n' "${0##*/}" "$*" "$(sed -n '2p' "$here/run.sh" | cut -c 3-)" >&2
    exit 2
}
[ -n "${TUTTI:-}" ] || complain 'TUTTI does not say which command to test'
TUTTI=$(command -v "$TUTTI") || complain 'TUTTI is no command'
TUTTI=$(realpath "$TUTTI")
list=$here/list.sh mpi=mpich limit=30 jobs=$(nproc) only='' out='' folder=''
for word; do
    case $word in
        --list=*) list=$(realpath -m "${word#*=}") ;;
        --mpi=*) mpi=${word#*=} ;;
        --time-limit=*) limit=${word#*=} ;;
        --jobs=*) jobs=${word#*=} ;;
        --only=*) only=${word#*=} ;;
        --out=*) out=${word#*=} ;;
        -*) complain "there is no option $word" ;;
        *)
            [ -z "$folder" ] || complain "one folder at a time: $word is a second one"
            [ -d "$word" ] || complain "$word is no folder"
            folder=$(realpath "$word")
            ;;
    esac
done
[ -n "$folder" ] || complain 'which folder?'
[ -x "$list" ] || complain "--list=$list is no program that can be executed"
[[ $limit =~ ^[1-9][0-9]*$ && $jobs =~ ^[1-9][0-9]*$ ]] || complain '--time-limit and --jobs are whole numbers from 1 on'
command -v "mpicc.$mpi" >/dev/null || complain "--mpi=$mpi: there is no mpicc.$mpi here"
[ -n "$out" ] || { out=$(mktemp -d) && trap 'rm -rf "$out"' EXIT; }
mkdir -p "$out"
out=$(realpath "$out")
cd "$out"
unset "${!TUTTI_GUEST_@}"
"$list" "$folder" >listed || complain "$list has failed"
grep -E -- "${only:-.}" listed >tests || [ $? = 1 ] || complain "--only=$only is no regular expression"
[ -s tests ] || complain "no program in $folder states what is expected of it${only:+, or none fits --only=$only}"
rm -rf answers
mkdir answers

# compiled PROGRAM FILE OPTIONS: what is given to the command: the program itself, or FILE that it was compiled to. `verify`
# compiles with clang, without options, and flang has no module files of an MPI that was built with another compiler.
compiled() {
    local options
    read -ra options <<<"$3"
    case $1 in
        *.f90) "mpif90.$mpi" -g "$1" "${options[@]}" -o "$2" >&2 && echo "$2" ;;
        *) [ -n "$3" ] || { echo "$1" && return; }
            "$TUTTI" cc -ftutti-mpi="$mpi" -ftutti-memory -g "$1" "${options[@]}" -o "$2" -lm -pthread >&2 && echo "$2" ;;
    esac
}

# answer NUMBER PROGRAM RANKS ARGUMENTS OPTIONS VERSION COMPILER-OPTIONS: how it ended, seconds, and the findings, a line each:
# rule, line.
answer() {
    local at=answers/$1 program ranks=$3 begin=$EPOCHREALTIME seconds=$SECONDS code=0 how words options
    if [ -n "$6" ] && ! printf '%s\n' "$6" "$version" | sort -CV; then
        printf 'passed over\t0\n' >"$at.found"
        return
    fi
    read -ra words <<<"$4"
    read -ra options <<<"$5"
    if program=$(compiled "$2" "$PWD/$at.program" "$7" 2>"$at.out"); then
        timeout -k 5 $((limit + 5)) "$TUTTI" verify --no-out --quiet --jobs=1 --mpi="$mpi" --time-limit="$limit" \
            --json="$at.json" -n "$ranks" "${options[@]}" -- "$program" "${words[@]}" >"$at.out" 2>&1 </dev/null || code=$?
    else
        code=3
    fi
    rm -f "$at.program"
    case $code in
        0 | 1) how=ended ;;
        4) how=unproven && [ $((SECONDS - seconds)) -lt "$limit" ] || how=timeout ;;
        124 | 137) how=timeout ;;
        *) how=failed ;;
    esac
    {
        printf '%s\t%s\n' $how "$(awk -v begin="$begin" -v end="$EPOCHREALTIME" 'BEGIN { print end - begin }')"
        jq -r '.findings[] | [.rule, .locations[0].line // 0] | @tsv' "$at.json" 2>/dev/null || true
    } >"$at.found"
}
version=$("$here/../suite/version.sh" "mpicc.$mpi")
export -f answer compiled
export TUTTI limit mpi version

begin=$EPOCHREALTIME
# Fields may be empty, so that they travel as words of their own.
awk -F '\t' '{ printf "%d%c%s%c%s%c%s%c%s%c%s%c%s%c", NR, 0, $1, 0, $2, 0, $3, 0, $4, 0, $8, 0, $9, 0 }' tests |
    xargs -0 -n 7 -P "$jobs" bash -c 'answer "$@"' answer
number=0
while IFS=$'\t' read -r _; do
    number=$((number + 1))
    printf '%s\t' "$number"
    paste -sd '\t' "answers/$number.found"
done <tests >found
awk -v seconds="$(awk -v begin="$begin" -v end="$EPOCHREALTIME" 'BEGIN { print end - begin }')" -f "$here/table.awk" tests found
