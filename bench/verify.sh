#!/usr/bin/env bash
# What `tutti verify` does in a second, side by side in one run: the same program, 4 ranks, once under
# mpiexec for each schedule, and explored. Prints rows of the table of bench/run; README.md of this folder
# says what each of them measures.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

# explore RANKS OPTIONS... -- PROGRAM...: executions, seconds and memory of one search.
explore() {
    local ranks=$1
    shift
    "$tutti" verify --quiet --no-out --interleavings=0 --json=verify.json -n "$ranks" "$@" >/dev/null
    jq -r '"\(.stats.executions) \(.stats.seconds)"' verify.json
}

for mpi in mpich openmpi; do
    command -v "mpicc.$mpi" >/dev/null || continue
    "mpicc.$mpi" -O2 "$here/verify.c" -o verify
    : >plain.txt; : >explored.txt
    for _ in 1 2 3 4 5; do
        for _ in 1 2 3; do
            begin=$(date +%s%N)
            "mpiexec.$mpi" -n 4 ./verify workers 3
            echo "$((($(date +%s%N) - begin) / 1000))e-6" >>plain.txt
        done
        explore 4 -- ./verify workers 3 | awk '{ print $2 / $1 }' >>explored.txt
    done
    awk -v mpi="$mpi" -v plain="$(best plain.txt)" -v world="$(best explored.txt)" 'BEGIN {
        printf "| verify: executions per second, 4 ranks, %s | %.1f | %.0f | %.0f x |\n", mpi, 1 / plain, 1 / world, plain / world }'
    [ "$mpi" = mpich ] || continue

    : >rows.txt
    for k in 1 2 3; do
        explore 4 -- ./verify workers "$k" | awk '{ printf "%s%s", sep, $1 }' >>rows.txt
        echo >>rows.txt
    done
    printf '| verify: schedules of 3 workers with 1, 2, 3 messages | | %s | |\n' "$(paste -sd' ' rows.txt)"

    without=$(explore 11 --snapshots=0 --jobs=1 -- ./verify work 1)
    with=$(explore 11 --jobs=1 -- ./verify work 1)
    awk -v without="${without#* }" -v with="${with#* }" -v executions="${with% *}" 'BEGIN {
        printf "| verify: 1 s of work before the last choice, %d schedules, without and with snapshots | %.2f s | %.2f s | 1/%.1f |\n",
               executions, without, with, without / with }'
done
