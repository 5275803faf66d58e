#!/usr/bin/env bash
# What `tutti run` costs, side by side in one run: the same programs natively and in the virtual world. Prints rows
# of the table of bench/run. Each figure is the least of five rounds taken in turn, since other work of the machine
# only adds time; README.md of this folder says what each of them measures.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

# figure FILE NAME: the least that was printed under the name.
figure() { awk -v name="$2" '$1 == name { print $2 }' "$1" | sort -g | head -n 1; }

# row WHAT PLAIN TUTTI PLAIN-FORMAT TUTTI-FORMAT RATIO-FORMAT [UPSIDE-DOWN]
row() {
    awk -v what="$1" -v plain="$2" -v world="$3" -v first="$4" -v second="$5" -v form="$6" -v over="${7:-}" 'BEGIN {
        printf "| run: %s | " first " | " second " | " form " |\n", what, plain, world,
               over ? plain / world : world / plain }'
}

for mpi in mpich openmpi; do
    command -v "mpicc.$mpi" >/dev/null || continue
    "mpicc.$mpi" -O2 "$here/start.c" -o start
    "mpicc.$mpi" -O2 "$here/world.c" -o world
    : >plain.txt; : >world.txt
    for _ in 1 2 3 4 5; do
        for _ in 1 2 3; do
            begin=$(date +%s%N)
            "mpiexec.$mpi" -n 4 ./start
            echo "start $((($(date +%s%N) - begin) / 1000))e-3" >>plain.txt
            "$tutti" run --quiet --no-out --json=start.json -n 4 -- ./start >/dev/null
            echo "start $(jq '.stats.start_seconds * 1e3' start.json)" >>world.txt
        done
        for thing in post pingpong large compute; do
            "mpiexec.$mpi" -n 2 ./world "$thing" >>plain.txt
            "$tutti" run --quiet --no-out --output=plain -n 2 -- ./world "$thing" >>world.txt
        done
        ./world memory >>plain.txt
        "$tutti" run --quiet --no-out --output=plain -n 4 -- ./world memory >>world.txt
        "$tutti" run --quiet --no-out --output=plain -n 64 -- ./world barrier >>world.txt
    done
    row "start of 4 ranks, $mpi" "$(figure plain.txt start)" "$(figure world.txt start)" '%.1f ms' '%.1f ms' '1/%.0f' upside-down
    row "MPI_Isend of 8 bytes, $mpi" "$(figure plain.txt isend)" "$(figure world.txt isend)" '%.2f us' '%.2f us' '%.1f x'
    row "MPI_Irecv of 8 bytes, $mpi" "$(figure plain.txt irecv)" "$(figure world.txt irecv)" '%.2f us' '%.2f us' '%.1f x'
    row "ping-pong of 8 bytes, $mpi" "$(figure plain.txt pingpong)" "$(figure world.txt pingpong)" '%.2f us' '%.2f us' '%.1f x'
    row "16 MiB, native message, $mpi" "$(figure plain.txt large)" "$(figure world.txt large)" '%.2f ms' '%.2f ms' '%.2f x'
    row "16 MiB, memcpy, $mpi" "$(figure world.txt copy)" "$(figure world.txt large)" '%.2f ms' '%.2f ms' '%.2f of its speed' upside-down
    row "compute-bound, 2 ranks, $mpi" "$(figure plain.txt compute)" "$(figure world.txt compute)" '%.3f s' '%.3f s' '%.3f x'
    awk -v mpi="$mpi" -v plain="$(figure plain.txt memory)" -v world="$(figure world.txt memory)" 'BEGIN {
        printf "| run: memory of a rank, %s | %.1f MiB | %.1f MiB | %+.1f MiB |\n", mpi, plain, world, world - plain }'
    printf '| run: barrier of 64 ranks, %s | | %.0f us | |\n' "$mpi" "$(figure world.txt barrier)"
done
