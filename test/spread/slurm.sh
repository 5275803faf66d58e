#!/usr/bin/env bash
# The tree of work among processes on two nodes of a real Slurm: the same result as one process alone,
# also when a node's process is lost under srun --no-kill, and when the job is cancelled and resumed.
# Exits with 77 (skipped) where Slurm is not installed.
. "$(dirname "$0")/../lib.sh"
. "$HERE/lib.sh"
. "$HERE/../slurm.sh"
forgive_leaks

slurm_available || { echo 'skipped: slurm-wlm and munge are not installed'; exit 77; }
trap 'slurm_stop; rm -rf "$WORK"' EXIT
# Not the environment of a job that this test may run in.
unset "${!SLURM_@}"
expect_exit 0 "$TOOL" depth=10 workers=2
sum=$(sed 's/;.*//' out)
slurm_start "$WORK/slurm" 2
# The shared-memory segments of two nodes on one machine would collide.
export OMPI_MCA_btl=self,tcp OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_oob_tcp_if_include=lo
export TEST_MARK=$WORK

# job [srun's options] [NAME=VALUE...]: two processes on two nodes.
job() {
    local options=()
    while [ $# -gt 0 ] && ! [[ $1 =~ ^[a-z]+= ]]; do
        options+=("$1")
        shift
    done
    rm -rf pids
    mkdir pids
    timeout -k 5 100 srun -Q -N 2 -n 2 "--mpi=$plugin" "${options[@]}" \
        "$TOOL" depth=10 pids="$WORK/pids" workers=1 "$@"
}
started_job() {
    rm -f out err
    job "$@" >out 2>err &
    wait_for err '2 workers in 2'
}

for flavour in $(flavours); do
    plugin=$([ "$flavour" = mpich ] && echo pmi2 || echo pmix)
    mpi_cc "$flavour" "$HERE/alone.c" -o "alone.$flavour"
    expect_exit 0 job command="$WORK/alone.$flavour"
    expect_text out "$sum"
    expect_text err '2 workers in 2'

    # The job is cancelled: completed work is kept.
    rm -rf cancelled
    started_job pause=3000 directory=cancelled
    scancel --signal=TERM --user="$(id -un)"
    wait $! || true
    expect_text out 'interrupted: '
    expect_exit 0 job directory=cancelled resume=1
    expect_text out "$sum"

    # One of the processes is killed, and the others survive.
    started_job --no-kill --kill-on-bad-exit=0 pause=3000
    kill -KILL "$(cat pids/1)"
    wait $! || true
    expect_text out "$sum"
    expect_text err 'process 1 was lost'
done

plugin=none
expect_exit 2 job
expect_text err 'srun --mpi=pmi2'
slurm_stop
