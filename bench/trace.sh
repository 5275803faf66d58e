#!/usr/bin/env bash
# What `tutti trace` costs, side by side in one run: the same programs plain and traced into a file.
# Prints rows of the table of bench/run. Times are medians of five rounds taken in turn.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

median() { sort -g | sed -n 3p; }

for mpi in mpich openmpi; do
    command -v "mpicc.$mpi" >/dev/null || continue
    "mpicc.$mpi" -O2 "$here/pingpong.c" -o pingpong
    "mpicc.$mpi" -O2 "$here/local.c" -o local
    : >plain.txt; : >traced.txt; : >local-plain.txt; : >local-traced.txt
    for _ in 1 2 3 4 5; do
        "mpiexec.$mpi" -n 2 ./pingpong 50000 >>plain.txt
        "$tutti" trace --quiet --no-out --file=calls.txt -- "mpiexec.$mpi" -n 2 ./pingpong 50000 >>traced.txt
        "mpiexec.$mpi" -n 1 ./local 300000 >>local-plain.txt
        "$tutti" trace --quiet --no-out --file=calls.txt -- "mpiexec.$mpi" -n 1 ./local 300000 >>local-traced.txt
    done
    plain=$(median <plain.txt); traced=$(median <traced.txt)
    awk -v mpi="$mpi" -v plain="$plain" -v traced="$traced" 'BEGIN {
        printf "| trace: ping-pong of 8 bytes, %s | %.2f us | %.2f us | %.2f x |\n",
               mpi, plain / 50000 * 1e6, traced / 50000 * 1e6, traced / plain }'
    plain=$(median <local-plain.txt); traced=$(median <local-traced.txt)
    awk -v mpi="$mpi" -v plain="$plain" -v traced="$traced" 'BEGIN {
        printf "| trace: a local call, %s | %.0f ns | %.0f ns | +%.0f ns |\n", mpi, plain, traced, traced - plain }'
done
