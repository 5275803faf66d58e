#!/usr/bin/env bash
# tutti probe on the installed libraries: failures that take seconds to find, and functions that are
# fine. The known failures are those of MPICH 4.0 and Open MPI 4.1.
. "$(dirname "$0")/../lib.sh"

# probe FLAVOUR FUNCTIONS AXIS RANKS: results in out/
probe() {
    rm -rf results
    local code=0
    "$TUTTI" probe --mpi="$1" --functions="$2" --axes="$3" --ranks="$4" --out=results >out 2>err </dev/null ||
        code=$?
    [ "$code" -le 1 ] || { cat out err >&2; fail "exit code $code"; }
    [ ! -e results/job ] || fail "files of jobs are left"
    jq -e '.tutti_profile == 1 and .library == "'"$1"'"' results/probe.json >/dev/null || fail "profile"
    jq -e --argjson code "$code" '(.findings | length > 0) == ($code == 1)' results/findings.json >/dev/null ||
        fail "findings and exit code"
}

version() { jq -r .version results/probe.json; }

for flavour in $(flavours); do
    # Displacements that wrap in a careless program break every library in the same way.
    probe "$flavour" MPI_Gatherv displacement 3,4
    jq -e '.problems | length == 2 and all(.class == "D" and .trigger.quantity == "count*others" and
               .trigger.from == 2147483648 and .trigger.fitted and .confirmed)
           and (.[0].bounds | map([.ranks, .good, .bad]) ==
                [[3, 1073741823, 1073741824], [4, 715827882, 715827883]])' results/probe.json >/dev/null ||
        { cat results/probe.json >&2; fail "$flavour: displacements"; }
    jq -e '.findings | length == 2 and all(.rule == "scale.displacement")' results/findings.json >/dev/null ||
        fail "$flavour: the rule of displacements"
    # No finding where there is none.
    probe "$flavour" MPI_Bcast extent 2,3
    jq -e '.problems == []' results/probe.json >/dev/null || fail "$flavour: MPI_Bcast"
    expect_text out 'SUMMARY: '
done

if [[ $TUTTI_MPIS == *mpich* ]]; then
    probe mpich MPI_Allgather extent 2,3,4
    if [[ $(version) == 4.0.* ]]; then
        jq -e '.problems | map(select(.in_place | not)) | .[0] | .class == "G" and .effect == "crash" and
                   .trigger.quantity == "extent*others" and .trigger.from == 2147483648 and .trigger.fitted and
                   .trigger.power_of_two and .confirmed and
                   (.bounds | map(select(.ranks == 4)) | .[0] | .good == 682 and .bad == 683)' \
            results/probe.json >/dev/null || { cat results/probe.json >&2; fail "MPI_Allgather of MPICH"; }
        # The algorithm that breaks can be chosen, and so can one that does not.
        probe mpich MPI_Allgather extent 4
        expect_exit 0 "$TUTTI" probe --mpi=mpich --functions=MPI_Allgather --axes=extent --ranks=4 --no-out \
            --algorithm=allgather:ring
    fi
fi
if [[ $TUTTI_MPIS == *openmpi* ]]; then
    probe openmpi MPI_Pack_size count 2
    if [[ $(version) == 4.1.* ]]; then
        jq -e '.problems | length == 1 and (.[0] | .class == "X" and .effect == "wrong data" and
                   .trigger.quantity == "bytes" and .trigger.from == 2147483648 and
                   .bounds[0].good == 268435455 and .bounds[0].bad == 268435456)' results/probe.json \
            >/dev/null || { cat results/probe.json >&2; fail "MPI_Pack_size of Open MPI"; }
        expect_text out 'MPI_Pack_size' 'from bytes = 2147483648 on'
    fi
fi
