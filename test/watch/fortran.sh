#!/usr/bin/env bash
# Calls of Fortran are told apart by their line, not only by their function, and are at the same place in all ranks.
. "$(dirname "$0")/../lib.sh"
cc -std=gnu17 -D_GNU_SOURCE -I"$HERE/../../src" "$HERE/places.c" -o places

# The board of the command: a descriptor of it, as it has no name.
board() { find "/proc/$1/fd" -lname '/memfd:tutti-watch*' 2>/dev/null; }

for flavour in $(flavours); do
    mpi_fc "$flavour" "$HERE/places.f90" -o program
    "$TUTTI" watch --no-out -- "mpiexec.$flavour" -n 2 ./program &
    job=$!
    : >seen
    while kill -0 $job 2>/dev/null; do
        ./places "$(board $job)" >>seen 2>/dev/null || true
        sleep 0.1
    done
    wait $job || fail "$flavour: the job failed"
    for rank in 0 1; do
        awk -v rank=$rank '$1 == rank && $2 == "MPI_Barrier" { print $3 }' seen | sort -u >"rank$rank"
    done
    [ "$(wc -l <rank0)" = 2 ] || fail "$flavour: two barriers are not two places: $(cat seen)"
    cmp -s rank0 rank1 || fail "$flavour: the ranks are at different places: $(cat seen)"
done
