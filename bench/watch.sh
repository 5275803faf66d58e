#!/usr/bin/env bash
# What `tutti watch` adds to a call, side by side in one run: one rank that calls itself, the least of five runs taken in turn.
# Prints rows of the table of bench/run.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

for mpi in mpich openmpi; do
    command -v "mpicc.$mpi" >/dev/null || continue
    "mpicc.$mpi" -O2 "$here/beacon.c" -o beacon
    : >plain.txt
    : >watched.txt
    for _ in 1 2 3 4 5; do
        "mpiexec.$mpi" -n 1 ./beacon >>plain.txt
        "$tutti" watch --quiet --no-out -- "mpiexec.$mpi" -n 1 ./beacon >>watched.txt
    done
    awk -F '\t' -v mpi="$mpi" '
        { side = FILENAME == "plain.txt"; if (!((side, $1) in least) || $2 < least[side, $1]) least[side, $1] = $2 }
        side && !($1 in known) { known[$1]; order[++count] = $1 }
        END {
            for (i = 1; i <= count; i++)
                printf "| watch: %s, %s | %.1f ns | %.1f ns | +%.1f ns |\n", order[i], mpi,
                       least[1, order[i]], least[0, order[i]], least[0, order[i]] - least[1, order[i]]
        }' plain.txt watched.txt
done
