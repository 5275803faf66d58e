#!/usr/bin/env bash
# tutti guard on irregular persistent collectives whose displacements do not fit into an int.
. "$(dirname "$0")/../lib.sh"

# repaired WAY: all ten calls were repaired this way, and the data are right.
repaired() {
    expect_text out 'all is well'
    jq -e --arg way "$1" '.verdict == "clean" and .stats.triggers == 10 and .stats.repairs == 10 and
        (.findings | length == 4 and all(.headline | endswith("_init: displacements that wrapped, repaired by " + $way)))' x.json >/dev/null ||
        { cat x.json >&2; fail "$flavour: $1"; }
}

for flavour in $(flavours); do
    case $("$HERE/../suite/version.sh" "mpicc.$flavour") in [123].*) continue ;; esac
    mpi_cc "$flavour" "$HERE/persistent.c" -o persistent
    run=("mpiexec.$flavour" -n 4 ./persistent)
    if timeout 60 "${run[@]}" >out 2>&1; then fail "$flavour: the program does well without the guard"; fi
    expect_exit 0 timeout 60 "$TUTTI" guard --no-out --json=x.json -- "${run[@]}"
    repaired 'another base address'

    # A dense buffer does not help: its data would have to be copied at each start.
    if printf '#include <mpi.h>\nvoid *f = MPI_Gatherv_init_c;\n' | mpi_cc "$flavour" -x c -fsyntax-only - 2>/dev/null; then
        expect_exit 0 timeout 60 "$TUTTI" guard --no-out --json=x.json -- "${run[@]}" far
        repaired 'the large-count function'
    else
        expect_exit 1 timeout 60 "$TUTTI" guard --no-out --json=x.json -- "${run[@]}" far
        jq -e '.stats.triggers == 10 and .stats.repairs == 0 and (.findings | all(.severity != "note"))' x.json >/dev/null ||
            { cat x.json >&2; fail "$flavour: what cannot be repaired"; }
    fi
done
