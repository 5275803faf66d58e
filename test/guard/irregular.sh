#!/usr/bin/env bash
# tutti guard on irregular collectives whose displacements do not fit into an int.
. "$(dirname "$0")/../lib.sh"

# expect_findings COUNT SEVERITY WORDS: so many findings of the severity have the words in the headline.
expect_findings() {
    local got
    got=$(jq --arg severity "$2" --arg words "$3" \
        '[.findings[] | select(.severity == $severity and (.headline | contains($words)))] | length' x.json)
    [ "$got" = "$1" ] || { jq '.findings[].headline' x.json >&2; fail "$flavour: $got, not $1: $2 $3"; }
}

for flavour in $(flavours); do
    mpi_cc "$flavour" "$HERE/irregular.c" -o irregular
    run=("mpiexec.$flavour" -n 4 ./irregular)

    # Without the guard the data land elsewhere, and the program notices.
    if "${run[@]}" >out 2>&1; then fail "$flavour: the program does well without the guard"; fi

    # All eight, wrapped once and twice, in several layouts.
    expect_exit 0 "$TUTTI" guard --no-out --json=x.json -- "${run[@]}"
    expect_text out "all is well"
    expect_findings 9 note "repaired by another base address"
    expect_findings 9 note "repaired by larger units"
    jq -e '.verdict == "clean" and .world.ranks == 4 and .stats.triggers == .stats.repairs and
           .stats.repairs == 104 and .stats.calls == 168 and .stats.exit_code == 0 and
           ([.findings[] | select(.rule != "scale.displacement")] | length == 0) and
           (.findings[0].locations[0] | .file | endswith("irregular.c"))' x.json >/dev/null ||
        fail "$flavour: $(jq -c '[.verdict, .world, .stats]' x.json)"

    # On some of the ranks, in another order.
    if "${run[@]}" part >out 2>&1; then fail "$flavour: the program does well without the guard on some ranks"; fi
    expect_exit 0 "$TUTTI" guard --no-out --json=x.json -- "${run[@]}" part
    expect_text out "all is well"
    jq -e '.verdict == "clean" and .stats.triggers == .stats.repairs and .stats.repairs == 33' x.json >/dev/null ||
        fail "$flavour: on some ranks: $(jq -c .stats x.json)"

    # No unit but 1, and more than 2^32 apart: a large-count function, where there is one, or a dense buffer.
    way="the large-count function"
    [ "$flavour" = mpich ] || way="way of a dense buffer"
    expect_exit 0 "$TUTTI" guard --no-out --json=x.json -- "${run[@]}" odd
    expect_text out "all is well"
    expect_findings 9 note "repaired by $way"

    # The guard does not change negative displacements that the program intends, nor doubtful ones; for these it
    # warns.
    expect_exit 0 "$TUTTI" guard --no-out --json=x.json -- "${run[@]}" legal
    jq -e '.findings == [] and .stats.triggers == 0' x.json >/dev/null || fail "$flavour: legal ones"
    expect_exit 1 "$TUTTI" guard --no-out --json=x.json -- "${run[@]}" lost
    expect_text out "all is well"
    expect_findings 1 warning "may have wrapped"

    # Only reported.
    expect_exit 1 "$TUTTI" guard --no-out --dry-run --json=x.json -- "${run[@]}"
    jq -e '.stats.repairs == 0 and .stats.triggers == 104' x.json >/dev/null || fail "$flavour: --dry-run"
done
