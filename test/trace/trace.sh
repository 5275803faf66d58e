#!/usr/bin/env bash
# tutti trace on C and Fortran programs of each MPI: every call, with right arguments.
. "$(dirname "$0")/../lib.sh"

# check FLAVOUR SOURCE PROGRAM [PREFIXES]: the trace of each rank has what the source's comments say.
check() {
    local flavour=$1 source=$2 program=$3 prefixes=ALL,EXPECT${4:+,$4}
    expect_exit 0 "$TUTTI" trace --no-out --file=calls.txt --json=calls.json -- \
        "mpiexec.$flavour" -n 2 "$program"
    grep -E '^\[0[] ]' calls.txt >zero.txt
    grep -E '^\[1[] ]' calls.txt >one.txt
    if [ "$(cat zero.txt one.txt | wc -l)" != "$(wc -l <calls.txt)" ]; then
        grep -vE '^\[[01][] ]' calls.txt >&2
        fail "$flavour: lines of no rank"
    fi
    "FileCheck-$TUTTI_LLVM" --allow-unused-prefixes --check-prefixes="ZERO,$prefixes" "$source" <zero.txt || fail "$flavour $source: rank 0"
    "FileCheck-$TUTTI_LLVM" --allow-unused-prefixes --check-prefixes="ONE,$prefixes" "$source" <one.txt || fail "$flavour $source: rank 1"
    # The JSON says the same: as many calls, of the same names in the same order per rank.
    jq -r '.calls[] | select(.rank == 0) | .call' calls.json >zero.names
    sed -E 's/^\[0[^]]*\] ([A-Za-z_0-9]+)\(.*/\1/' zero.txt | diff - zero.names >&2 ||
        fail "$flavour $source: JSON and text differ"
    jq -e '.tutti == 1 and .verb == "trace" and .verdict == "clean" and .world.ranks == 2
           and .world.mpi == "'"$flavour"'" and .stats.calls == (.calls | length)' calls.json >/dev/null ||
        fail "$flavour: the document around the calls"
}

modules=$("$HERE/../../packaging/setup" --node-modules)

for flavour in $(flavours); do
    mpi_cc "$flavour" "$HERE/calls.c" -o calls
    check "$flavour" "$HERE/calls.c" ./calls
    TUTTI_NODE_MODULES=$modules node "$HERE/../report/validate.mjs" "$HERE/../../docs/findings.schema.json" \
        calls.json || fail "$flavour: the JSON does not fit its schema"
    jq -e '[.calls[] | select(.rank == 1 and .call == "MPI_Recv")][0] |
           .args.count == 4 and .args.source == "MPI_ANY_SOURCE" and .out.status.tag == 7 and .returned' \
        calls.json >/dev/null || fail "$flavour: the JSON of a receive"
    jq -e '[.calls[] | select(.call == "MPI_Allgatherv")][0].args.recvcounts == [1, 2]' \
        calls.json >/dev/null || fail "$flavour: the JSON of an array"
    jq -e '[.calls[] | select(.call == "MPI_Comm_set_name")][0].args.comm_name == "with\ttab"' \
        calls.json >/dev/null || fail "$flavour: the JSON of a string"
    prefixes=$(case $("$HERE/../suite/version.sh" "mpicc.$flavour") in
        5.*) echo LARGE,MPI41,MPI5 ;;
        4.1) echo LARGE,MPI41 ;;
        4.0) [ "$flavour" = openmpi ] || echo LARGE ;;
        *) echo none ;;
    esac)
    if [ "$prefixes" != none ]; then
        mpi_cc "$flavour" "$HERE/modern.c" -o modern
        check "$flavour" "$HERE/modern.c" ./modern "$prefixes"
    fi
    for interface in MPIF MODULE F08; do
        mpi_fc "$flavour" -cpp -D$interface -ffree-line-length-none -fallow-argument-mismatch \
            "$HERE/calls.F90" -o "calls-$interface"
        check "$flavour" "$HERE/calls.F90" "./calls-$interface"
    done
done
