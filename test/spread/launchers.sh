#!/usr/bin/env bash
# The tree of work among processes that mpiexec of each MPI started: the same result as one process
# alone, also when they are interrupted, killed or lost. The first argument is spread_tool.
. "$(dirname "$0")/../lib.sh"
. "$HERE/lib.sh"
forgive_leaks

expect_exit 0 "$TOOL" depth=10 workers=2
sum=$(sed 's/;.*//' out)

for flavour in $(flavours); do
    mpi_cc "$flavour" "$HERE/alone.c" -o "alone.$flavour"

    # Workers know nothing of the job: programs that they start are alone.
    expect_exit 0 start "$flavour" 2 workers=1 command="$WORK/alone.$flavour"
    expect_text out "$sum"
    expect_text err '2 workers in 2'

    # A process that ends its workers' items, as for one process.
    expect_exit 0 start "$flavour" 2 workers=2 crash=01
    expect_text out '1 failed'
    mv out failed.out
    expect_exit 0 "$TOOL" depth=10 workers=2 crash=01
    cmp -s out failed.out || { cat out failed.out >&2; fail "$flavour: other leaves with a failed item"; }

    # Interrupted, and resumed by one process.
    started "$flavour" 2 workers=1 pause=3000 directory=interrupted
    kill -INT "$(cat pids/0)"
    wait $! || true
    expect_text out 'interrupted: '
    nothing_left 300 "$flavour: interrupted"
    expect_exit 0 "$TOOL" depth=10 workers=2 directory=interrupted resume=1
    expect_text out "$sum"

    # Any process is killed; the launcher ends the others.
    rm -rf killed
    for victim in 1 0; do
        started "$flavour" 2 workers=1 pause=3000 directory=killed resume=$((1 - victim))
        kill -KILL "$(cat pids/$victim)"
        ! wait $! || fail "$flavour: a process was killed, and the launcher did not mind"
        nothing_left 300 "$flavour: process $victim killed"
    done
    expect_exit 0 start "$flavour" 2 workers=1 directory=killed resume=1
    expect_text out "$sum"
    old=$(sed 's/.*; \([0-9]*\) old.*/\1/' out)
    [ "$old" -gt 10 ] || fail "$flavour: only $old results were kept"

    # A process is lost, and the launcher lets the others go on: mpiexec of MPICH does on other nodes
    # than that of the lost one.
    case $flavour in
        mpich) lasting=(-disable-auto-cleanup -launcher fork -hosts "localhost,127.0.0.1" -ppn 1) ;;
        openmpi) lasting=(--enable-recovery) ;;
    esac
    started "$flavour" 2 "${lasting[@]}" workers=1 pause=3000
    kill -KILL "$(cat pids/1)"
    wait $! || true
    expect_text out "$sum"
    expect_text err 'process 1 was lost'
    nothing_left 300 "$flavour: process lost"
done

# Processes that cannot find each other do not each run a search of their own.
expect_exit 2 env SLURM_PROCID=0 SLURM_STEP_NUM_TASKS=2 "$TOOL"
expect_text err 'srun --mpi=pmi2'
