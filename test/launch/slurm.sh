#!/usr/bin/env bash
# Lines built for a Slurm allocation, run under a real Slurm of two nodes: MPICH by pmi2, Open MPI by
# pmix, the variables in each rank. Exits with 77 (skipped) where Slurm is not installed.
. "$(dirname "$0")/../lib.sh"
. "$HERE/lib.sh"
. "$HERE/../slurm.sh"

line=()
slurm_available || { echo 'skipped: slurm-wlm and munge are not installed'; exit 77; }
trap 'slurm_stop; rm -rf "$WORK"' EXIT
# Not the environment of a job that this test may run in.
unset "${!SLURM_@}"
slurm_start "$WORK/slurm" 2
# The shared-memory segments of two nodes on one machine would collide.
export OMPI_MCA_btl=self,tcp OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_oob_tcp_if_include=lo

# Within salloc: builds the line and runs it.
cat >within.sh <<'END'
#!/usr/bin/env bash
set -eu
launch=$1 flavour=$2 program=$3
"$launch" build "$flavour" 2 'RANK_MARK=with blank' LD_PRELOAD= -- "$program" argument >"words.$flavour"
mapfile -t line <"words.$flavour"
"$launch" run --seconds=60 -- "${line[@]}"
END
chmod +x within.sh

for flavour in $(flavours); do
    mpi_cc "$flavour" "$HERE/hello.c" -o "hello.$flavour"
    expect_exit 0 timeout 600 env TEST_MARK="$WORK" \
        salloc -Q -N 2 -n 2 ./within.sh "$LAUNCH" "$flavour" "$WORK/hello.$flavour"
    case $flavour in
        mpich) expect_text words.mpich srun --mpi=pmi2 ;;
        openmpi) expect_text words.openmpi srun --mpi=pmix ;;
    esac
    expect_text err 'exit=0 signal=0 timed_out=0'
    expect_text out 'rank 0 of 2 mark with blank argument argument' 'rank 1 of 2 mark with blank argument argument'
    nothing_left 300 "$flavour under Slurm"

    # A user's own line, outside of an allocation.
    plugin=--mpi=$([ "$flavour" = mpich ] && echo pmi2 || echo pmix)
    words RANK_MARK=own -- srun -N2 -n 4 "$plugin" --overcommit -lQ "$WORK/hello.$flavour"
    expect_exit 0 timeout 600 "$LAUNCH" run --seconds=60 -- "${line[@]}"
    [ "$(grep -c 'of 4 mark own' out)" = 4 ] || { cat out err >&2; fail "$flavour: srun line"; }

    # The time limit reaches ranks that no process of ours started.
    mpi_cc "$flavour" "$HERE/stubborn.c" -o "stubborn.$flavour"
    words RANK_MARK=own -- srun -n 2 "$plugin" "$WORK/stubborn.$flavour"
    expect_exit 0 timeout 600 env TEST_MARK="$WORK" "$LAUNCH" run --seconds=8 --grace=8 -- "${line[@]}"
    expect_text out 'rank 1 ready'
    expect_text err 'timed_out=1'
    nothing_left 300 "$flavour: time limit under Slurm"
done
slurm_stop
