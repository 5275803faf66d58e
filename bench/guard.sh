#!/usr/bin/env bash
# What `tutti guard` costs, side by side in one run: before a trigger, against the library's own call and against
# the paper's broadcast per call; and after it, against the library's own call of the same size, with a profile that
# says that the library breaks there. Prints rows of the table of bench/run.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

declare -A library=([mpich]=libmpich.so.12 [openmpi]=libmpi.so.40)
declare -A version=([mpich]=4.0.2 [openmpi]=4.1.4)

# limit FUNCTION QUANTITY FROM: a profile with one problem.
limit() {
    printf '{"tutti_profile": 1, "library": "%s", "version": "%s", "problems": [{"function": "MPI_%s", "class": "G", "effect": "crash", "trigger": {"quantity": "%s", "from": %s, "min_ranks": 1}}]}\n' \
        "$mpi" "${version[$mpi]}" "$1" "$2" "$3" >profile.json
}

# Launchers would read the rows below.
guarded() { "$tutti" guard --quiet --no-out "$@" 2>/dev/null </dev/null | grep -E '^[0-9.]+ [0-9.]+ [0-9.]+ '; }

for mpi in mpich openmpi; do
    command -v "mpicc.$mpi" >/dev/null || continue
    "mpicc.$mpi" -O2 -D_GNU_SOURCE -DMPI_LIBRARY="\"${library[$mpi]}\"" "$here/guard.c" -o guard -ldl
    run=(-- "mpiexec.$mpi" -n 2 ./guard)
    for function in Gatherv Allgatherv Allgather; do
        guarded "${run[@]}" "$function" 1024 2000 "${ROUNDS:-41}" >small.txt
        guarded "${run[@]}" "$function" $((16 << 20)) 4 "${ROUNDS:-41}" >large.txt
        awk -v what="$function of 1 KiB, $mpi" '{ printf "| guard: %s | %.2f us | %.2f us (a broadcast per call: %.2f us, %.2f x) | %.3f x |\n", what, $1, $3, $2, $4, $5 }' small.txt
        awk -v what="$function of 16 MiB, $mpi" '{ printf "| guard: %s | %.1f ms | %.1f ms (a broadcast per call: %.1f ms, %.2f x) | %.3f x |\n", what, $1 / 1e3, $3 / 1e3, $2 / 1e3, $4, $5 }' large.txt
    done
    while read -r function quantity way; do
        limit "$function" "$quantity" 1000000
        guarded --profile=profile.json "${run[@]}" "$function" $((16 << 20)) 4 "${ROUNDS:-41}" >large.txt
        awk -v what="$function of 16 MiB $way, $mpi" '{ printf "| guard: %s | %.1f ms | %.1f ms | %.3f x |\n", what, $1 / 1e3, $3 / 1e3, $5 }' large.txt
    done <<'ROWS'
Scatter bytes by the irregular function
Gather count in larger units
Ibcast bytes in pieces
ROWS
done
