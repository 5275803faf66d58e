#!/usr/bin/env bash
# tutti probe on a library that is made to fail: the probe reports each kind of failure as what it is, with its
# bound, and does not blame a library that only runs out of memory.
. "$(dirname "$0")/../lib.sh"

flavour=${TUTTI_MPIS##* }
mpi_cc "$flavour" -shared -fPIC "$HERE/fault.c" -o fault.so
case $flavour in
    mpich) launcher="mpiexec.mpich -env LD_PRELOAD $PWD/fault.so" ;;
    openmpi) launcher="mpiexec.openmpi -x LD_PRELOAD=$PWD/fault.so" ;;
esac

# probe CODE FUNCTION OPTION...
probe() {
    local code=$1 function=$2
    shift 2
    expect_exit "$code" "$TUTTI" probe --mpi="$flavour" --ranks=2 --functions="$function" --axes=extent \
        --launcher="$launcher" --no-out --json=found.json --profile=profile.json "$@"
}

for kind in crash error wrong abort exit hang; do
    export FAULT_KIND=$kind
    probe 1 MPI_Bcast --patience=3
    case $kind in
        crash | abort | exit) effect=crash ;;
        wrong) effect='wrong data' ;;
        *) effect=$kind ;;
    esac
    jq -e --arg effect "$effect" '.problems | length == 1 and .[0].function == "MPI_Bcast" and
        .[0].effect == $effect and (.[0].bounds[0] | .extent == 1048576 and .good == 2047 and .bad == 2048) and .[0].confirmed' \
        profile.json >/dev/null || { cat profile.json >&2; fail "$kind"; }
done
jq -e '.findings | length == 1 and .[0].severity == "error"' found.json >/dev/null || fail "no finding"

# An error of one rank counts as an error, although the others hang.
probe 1 MPI_Allgather --patience=60
jq -e '.problems[] | select(.in_place | not) | .effect == "error"' profile.json >/dev/null ||
    fail "the error of one rank"

# Without a fault nothing is found.
unset FAULT_KIND
probe 0 MPI_Bcast
expect_text found.json '"verdict": "clean"'
jq -e '.problems == []' profile.json >/dev/null || fail "found what is not there"

# The library takes more memory than there is: that is no failure.
expect_exit 0 "$TUTTI" probe --mpi="$flavour" --ranks=2 --functions=MPI_Allreduce --axes=count --memory=24M \
    --no-out --json=found.json
jq -e '.findings == [] and .stats.cut_short > 0' found.json >/dev/null || fail "out of memory is a finding"
expect_text out 'cut'
