#!/usr/bin/env bash
# One search shared by processes that a launcher started: the same executions and findings as one process
# alone. mpiexec of both MPIs, and srun on two nodes of a real Slurm where that is installed. The launcher's
# MPI and the program's are any two.
. "$(dirname "$0")/../lib.sh"
. "$HERE/../slurm.sh"
forgive_leaks
export UCX_NET_DEVICES=lo OMPI_MCA_btl=self,tcp OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_oob_tcp_if_include=lo
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
unset "${!SLURM_@}"

# summary FILE: executions, and the findings with their lines.
summary() { jq -c '[.stats.executions, .verdict, [.findings[] | [.rule, .locations[0].line]]]' "$1"; }

# shared WHAT LAUNCHER...: a program with many schedules, and one with a deadlock in one of two.
shared() {
    local what=$1
    shift
    expect_exit 0 "$@" "$TUTTI" verify --quiet --jobs=1 --out=many.d --json="$WORK/many.json" -n 4 -- ./workers
    [ "$(summary many.json)" = "$many" ] || fail "$what: $(summary many.json), not $many"
    expect_exit 1 "$@" "$TUTTI" verify --quiet --jobs=1 --out=wrong.d --json="$WORK/wrong.json" -n 3 -- ./wrong
    [ "$(summary wrong.json)" = "$wrong" ] || fail "$what: $(summary wrong.json), not $wrong"
    [ "$(jq '.stats.workers' many.json)" = 2 ] || fail "$what: $(jq '.stats.workers' many.json) workers, not 2"
}

for flavour in $(flavours); do
    mpi_cc "$flavour" "$HERE/../suite/verify/workers-2-ok.c" -o workers
    mpi_cc "$flavour" "$HERE/../suite/verify/figure-3.c" -o wrong
    expect_exit 0 "$TUTTI" verify --quiet --no-out --json=many.json -n 4 -- ./workers
    expect_exit 1 "$TUTTI" verify --quiet --no-out --json=wrong.json -n 3 -- ./wrong
    many=$(summary many.json) wrong=$(summary wrong.json)
    [ "${many%%,*}" = '[90' ] || fail "alone: $many"
    for launcher in $TUTTI_MPIS; do
        shared "$flavour under mpiexec.$launcher" timeout -k 5 100 "mpiexec.$launcher" -n 2
    done
    if slurm_available; then
        [ -d slurm ] || { trap 'slurm_stop; rm -rf "$WORK"' EXIT; slurm_start "$WORK/slurm" 2; }
        plugin=$([ "$flavour" = mpich ] && echo pmi2 || echo pmix)
        shared "$flavour under srun" timeout -k 5 100 srun -Q -N 2 -n 2 "--mpi=$plugin"
    fi
done
