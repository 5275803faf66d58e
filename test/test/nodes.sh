#!/usr/bin/env bash
# One search shared by processes that a launcher started: the same findings and the same coverage as one
# process alone, also when they are interrupted, killed or lost. mpiexec of both MPIs, and srun on two nodes
# of a real Slurm where that is installed.
. "$(dirname "$0")/../lib.sh"
. "$HERE/../slurm.sh"
# shellcheck source-path=SCRIPTDIR source=../marked.sh
. "$HERE/../marked.sh"
forgive_leaks
export TMPDIR=$WORK/tmp
mkdir -p "$TMPDIR"
export OMPI_MCA_btl=self,tcp OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_oob_tcp_if_include=lo
unset "${!SLURM_@}"

# One process of the search: it says its number.
cat >process.sh <<'END'
#!/bin/sh
echo $$ >"$PIDS/${PMI_RANK:-${OMPI_COMM_WORLD_RANK:-${SLURM_PROCID:-0}}}"
exec "$@"
END
chmod +x process.sh
export PIDS=$WORK/pids

# search LAUNCHER... -- OPTION...: of the program, by processes with one worker each; without the guesses of the usual order.
search() {
    local launcher=()
    while [ "$1" != -- ]; do
        launcher+=("$1")
        shift
    done
    shift
    rm -rf pids
    mkdir pids
    TEST_MARK=$WORK timeout -k 5 100 "${launcher[@]}" ./process.sh "$TUTTI" test --jobs=1 --search=dfs -n 1 --max-ranks=1 "$@" -- \
        ./nodes 1 2 3 4 5 6
}
# started DIRECTORY LAUNCHER... -- OPTION...: in the background, until some tests are done and kept.
started() {
    local directory=$1 end=$((SECONDS + 300))
    shift
    rm -f out err
    search "$@" --out="$directory" >out 2>err &
    until [ "$(find "$directory/corpus" -name run.sh 2>/dev/null | wc -l)" -ge "${least:-8}" ]; do
        [ "$SECONDS" -lt "$end" ] || { cat out err >&2; fail "no tests in $directory"; }
        sleep 0.02
    done
}

summary() { jq -c '[.verdict, .stats.branches_covered, .stats.corpus, .stats.pending, ([.findings[] | [.rule, .locations[0].line]] | sort)]' "$1/findings.json"; }
# same DIRECTORY WHAT: the same results as one process alone has.
same() { [ "$(summary "$1")" = "$alone" ] || { cat out err >&2; fail "$2: $(summary "$1"), not $alone"; }; }

# shared WHAT LAUNCHER...
shared() {
    local what=$1
    shift
    rm -rf shared
    expect_exit 1 search "$@" -- --out=shared
    same shared "$what"
    [ "$(jq .stats.workers shared/findings.json)" = 2 ] || fail "$what: $(jq .stats.workers shared/findings.json) workers"
}

# lost WHAT LAUNCHER...: process 1 is killed, and the launcher lets the other one go on.
lost() {
    local what=$1
    shift
    rm -rf lost
    started lost "$@" --
    kill -KILL "$(cat pids/1)"
    wait $! || true
    same lost "$what: process 1 lost"
    expect_text err 'process 1 was lost'
    nothing_left 300 "$what: process 1 lost"
}

for flavour in $(flavours); do
    "$TUTTI" cc --mpi="$flavour" -g -o nodes "$HERE/programs/nodes.c"
    rm -rf alone
    expect_exit 1 search -- --out=alone
    alone=$(summary alone)
    tests=$(jq .stats.executions alone/findings.json)
    [ "$tests" -ge 64 ] || { cat out; fail "$tests tests, not 64"; }
    for launcher in $TUTTI_MPIS; do
        shared "$flavour under mpiexec.$launcher" "mpiexec.$launcher" -n 2
    done

    # Schedules travel, too.
    "$TUTTI" cc --mpi="$flavour" -g -o order "$HERE/../suite/concolic/schedule-order.c"
    expect_exit 1 "mpiexec.$flavour" -n 2 "$TUTTI" test --jobs=1 --fixed-ranks -n 3 --schedules --out=order-out -- ./order 10
    expect_text out '3 ranks of `./order 37`, schedule: choice 1: rank 0 takes from rank 2.'

    # Ctrl-C: what was found is reported and kept; one process goes on, and nothing was lost.
    rm -rf interrupted
    started interrupted "mpiexec.$flavour" -n 2 --
    kill -INT "$(cat pids/0)"
    wait $! || true
    expect_text out 'interrupted with'
    before=$(jq .stats.executions interrupted/findings.json)
    [ "$before" -ge 8 ] && [ "$before" -lt "$tests" ] || fail "$flavour: interrupted after $before tests"
    nothing_left 300 "$flavour: interrupted"
    expect_exit 1 search -- --resume --out=interrupted
    same interrupted "$flavour: resumed"

    # Process 0 is killed, twice; processes together go on.
    rm -rf killed
    started killed "mpiexec.$flavour" -n 2 --
    kill -KILL "$(cat pids/0)"
    wait $! || true
    nothing_left 300 "$flavour: killed"
    least=20 started killed "mpiexec.$flavour" -n 2 -- --resume
    kill -KILL "$(cat pids/0)"
    wait $! || true
    nothing_left 300 "$flavour: killed again"
    expect_exit 1 search "mpiexec.$flavour" -n 2 -- --resume --out=killed
    same killed "$flavour: killed and resumed"

    # To see that a process is lost takes ten seconds.
    [ "$flavour" != mpich ] ||
        lost mpiexec.mpich mpiexec.mpich -disable-auto-cleanup -launcher fork -hosts localhost,127.0.0.1 -ppn 1 -n 2
    if slurm_available; then
        [ -d slurm ] || { trap 'slurm_stop; rm -rf "$WORK"' EXIT; slurm_start "$WORK/slurm" 2; }
        plugin=$([ "$flavour" = mpich ] && echo pmi2 || echo pmix)
        shared "$flavour under srun" srun -Q -N 2 -n 2 "--mpi=$plugin"
        [ "$flavour" = mpich ] || lost "$flavour under srun" srun -Q -N 2 -n 2 "--mpi=$plugin" --no-kill --kill-on-bad-exit=0
    fi
done
