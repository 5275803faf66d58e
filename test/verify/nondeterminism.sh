#!/usr/bin/env bash
# tutti verify: the report says that a program depends on more than MPI, with the first operation that differs, and
# proves nothing about it. A program that does not is never suspected.
. "$(dirname "$0")/../lib.sh"

mkdir program elsewhere
export COUNTER=$WORK/elsewhere/counter
cd program
line=$(grep -n "/\* send \*/" "$HERE/nondeterminism.c" | cut -d: -f1)

# suspected OPERATION WHAT [OPTION...]: its operation of that number is the first that differs.
suspected() {
    local operation=$1 what=$2
    shift 2
    rm -f "$COUNTER"
    expect_exit 4 "$TUTTI" verify --no-out --json=j.json "$@" -n 4 -- ./nondeterminism "$what"
    expect_text err "warning: the program depends on something outside MPI" "nothing is proven"
    grep -qE "operation $operation of rank [123] is now MPI_Send at [^ ]*nondeterminism.c:$line, tag [0-9]+; recorded is MPI_Send at [^ ]*nondeterminism.c:$line, tag [0-9]+" err ||
        { cat err >&2; fail "$flavour: $what: no operation is named"; }
    ! grep -q -- --resume err || fail "$flavour: $what: going on makes no sense"
    expect_text out "not proven" "the program depends on something outside MPI"
    jq -e '.verdict == "incomplete" and .findings == []' j.json >/dev/null ||
        { cat j.json >&2; fail "$flavour: $what: the verdict"; }
}

clean() {
    expect_exit 0 "$TUTTI" verify --no-out --json=j.json --jobs=2 --interleavings=4 -n 4 -- ./nondeterminism "$1"
    [ ! -s err ] || { cat err >&2; fail "$flavour: $1 is suspected"; }
    jq -e '.verdict == "clean" and .findings == [] and .stats.executions == 90' j.json >/dev/null ||
        { cat j.json >&2; fail "$flavour: $1: the verdict"; }
}

# The order in which threads call is not explored, so nothing is proven, and nothing suspected either.
threads() {
    mpi_cc "$flavour" "$HERE/../suite/thread/receives-ok.c" -pthread -o threads
    expect_exit 4 "$TUTTI" verify --no-out --json=j.json -n 2 -- ./threads
    expect_text out "not proven" "the order of their calls is not explored"
    jq -e '.verdict == "incomplete" and .findings == []' j.json >/dev/null ||
        { cat j.json >&2; fail "$flavour: threads: the verdict"; }
}

for flavour in $(flavours); do
    mpi_cc "$flavour" "$HERE/nondeterminism.c" -o nondeterminism
    threads
    for what in clock rand system; do suspected 1 "$what"; done
    suspected 2 file --jobs=2
    expect_text err "use -j1 to run one execution after the other"
    # A value that is the same within one process differs in another.
    for what in process before; do
        suspected 1 "$what" --jobs=2
        suspected 1 "$what" --jobs=1
    done
    for what in seed wtime address plain; do
        for _ in 1 2 3; do clean "$what"; done
    done
done
