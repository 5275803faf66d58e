#!/usr/bin/env bash
# tutti guard on collectives that reach the limits of a profile: small ones, so that calls reach them without much
# memory. Also how guard reads profiles.
. "$(dirname "$0")/../lib.sh"

declare -A version=([mpich]=4.0.2 [openmpi]=4.1.4)

# problems CLASS QUANTITY FROM FUNCTION...: problems of a profile, in JSON.
problems() {
    local class=$1 quantity=$2 from=$3 function
    shift 3
    for function; do
        printf '{"function": "MPI_%s", "class": "%s", "effect": "crash", "trigger": {"quantity": "%s", "from": %s, "min_ranks": 1}}\n' \
            "$function" "$class" "$quantity" "$from"
    done
}

# profile FILE LIBRARY VERSION: from problems on the standard input.
profile() {
    jq -s --arg library "$2" --arg version "$3" \
        '{tutti_profile: 1, library: $library, version: $version, problems: .}' >"$1"
}

reductions() {
    problems X count 100 Reduce Ireduce Allreduce Iallreduce Scan Iscan Exscan Iexscan
    problems G 'count*ranks' 150 Reduce_scatter Ireduce_scatter
    problems G 'count*others' 150 Reduce_scatter_block Ireduce_scatter_block
}

# by_count, by_bytes: the same calls, over limits of either kind.
by_count() {
    problems X count 1000 Bcast Ibcast
    problems G 'count*ranks' 1000 Gather Igather Scatter Iscatter Allgather Iallgather Alltoall \
        Ialltoall Allgatherv Iallgatherv
    reductions
}

by_bytes() {
    problems X bytes 1000 Bcast Ibcast Gather Igather Scatter Iscatter Alltoall Ialltoall
    problems X bytes 4000 Pack_size
    problems G 'extent*ranks' 2000 Allgather Iallgather
    reductions
}

# repaired WORD...: the findings name each of these repairs and functions, and all are repaired.
repaired() {
    local word
    jq -e '.verdict == "clean" and .stats.triggers > 200 and .stats.triggers == .stats.repairs and
           all(.findings[]; .severity == "note")' x.json >/dev/null ||
        fail "$flavour: $(jq -c '[.verdict, .stats, [.findings[] | .severity + " " + .headline]]' x.json)"
    for word; do
        jq -e --arg word "$word" 'any(.findings[]; .headline | contains($word))' x.json >/dev/null ||
            fail "$flavour: nothing says: $word"
    done
}

for flavour in $(flavours); do
    mpi_cc "$flavour" -w "$HERE/regular.c" -o regular
    run=("mpiexec.$flavour" -n 4 ./regular)

    by_count | profile count.json "$flavour" "${version[$flavour]}"
    expect_exit 0 "$TUTTI" guard --no-out --profile=count.json --json=x.json -- "${run[@]}"
    expect_text out "packed: 4000" "all is well"
    repaired "MPI_Gather: too much data in all, repaired by larger units" \
        "MPI_Iallgatherv: too much data in all, repaired by larger units" \
        "MPI_Iexscan: too much data in one block, repaired by pieces"

    by_bytes | profile bytes.json "$flavour" "${version[$flavour]}"
    expect_exit 0 "$TUTTI" guard --out=kept --profile=bytes.json --json=x.json -- "${run[@]}"
    expect_text out "packed: undefined" "all is well"
    repaired "MPI_Iscatter: too much data in one block, repaired by the irregular function" \
        "MPI_Ibcast: too much data in one block, repaired by pieces" \
        "MPI_Iallgather: too much data in all, repaired by way of a dense buffer" \
        "MPI_Ireduce_scatter: too much data in all, repaired by pieces" \
        "MPI_Ireduce_scatter_block: too much data in all, repaired by pieces" \
        "MPI_Pack_size: too much data in one block, answered MPI_UNDEFINED"
    [ -s kept/findings.json ] && [ -s kept/stats ] || fail "$flavour: --out keeps nothing"
    rm -rf kept

    # A profile of another version says nothing about this version.
    by_bytes | profile other.json "$flavour" 1.2.3
    expect_exit 0 "$TUTTI" guard --no-out --profile=other.json --json=x.json -- "${run[@]}"
    expect_text err "there is no profile for the library of the program" "${version[$flavour]}"
    jq -e '.findings == [] and .stats.triggers == 0' x.json >/dev/null || fail "$flavour: another version"
done

# Profiles that are none.
printf '{"tutti_profile": 1, "library": "mpich"' >cut.json
expect_exit 2 "$TUTTI" guard --no-out --profile=cut.json -- "${run[@]}"
expect_text err "cut.json"
expect_exit 2 "$TUTTI" guard --no-out --profile=missing.json -- "${run[@]}"
expect_text err "missing.json"
expect_exit 2 "$TUTTI" guard --no-out -- ./not-there
