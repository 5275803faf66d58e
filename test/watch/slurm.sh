#!/usr/bin/env bash
# tutti watch under a real Slurm of four nodes: a batch job that hangs is found, diagnosed and ended; so is one that was
# running already (--job, which cancels it), and one that was started by srun --tutti-watch. Steps that are no MPI programs
# pass through the plugin as they are, all steps end as without it, and nothing is left of a job that Slurm ends.
# Exits with 77 (skipped) where Slurm is not installed.
. "$(dirname "$0")/../lib.sh"
. "$HERE/../slurm.sh"
. "$HERE/secrets.sh"
export HOME=$WORK
unset XDG_CACHE_HOME

slurm_available || { echo 'skipped: slurm-wlm and munge are not installed'; exit 77; }
trap 'slurm_stop; rm -rf "$WORK"' EXIT
# Not the environment of a job that this test may run in.
unset "${!SLURM_@}"
# shellcheck disable=SC2034 # for slurm.sh
slurm_plugin=$(dirname "$TUTTI")/../lib/tutti/tutti-spank.so
[ -e "$slurm_plugin" ] || slurm_plugin=
slurm_start "$WORK/slurm" 4
# The shared-memory segments of several nodes on one machine would collide.
export OMPI_MCA_btl=self,tcp OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_oob_tcp_if_include=lo
# On a busy machine, three of a hundred jobs of Open MPI 4.1.4 crash in MPI_Init, without Tutti too: a message arrives
# before its TCP module knows a receiver for it. So UCX carries the messages where it is installed.
export OMPI_MCA_pml=ucx,ob1 OMPI_MCA_pml_ucx_tls=any OMPI_MCA_pml_ucx_devices=any UCX_TLS=tcp,self
export TUTTI_INTERFACE=lo
touch start

no_jobs() { [ -z "$(squeue -h)" ]; }
runs() { [ "$(squeue -h -t R -j "$1" -o %i)" = "$1" ]; }
no_boards() { [ -z "$(find /dev/shm -maxdepth 1 -name 'tutti-watch-*.n?' -newer start)" ]; }
# of JOB: processes of it, its monitors and the commands that watch it
of_job() { grep -lszx "SLURM_JOB_ID=$1" /proc/[0-9]*/environ | cut -d/ -f3; }
none_of() { [ -z "$(of_job "$1")" ]; }
# watched JOB COUNT: it has so many monitors.
watched() { [ "$(of_job "$1" | xargs -I{} cat /proc/{}/comm 2>/dev/null | grep -c tutti-watch-nod)" = "$2" ]; }
nothing_left() {
    until_ none_of "$1"
    no_boards || fail "job $1: left in /dev/shm: $(ls /dev/shm)"
}

# batch OPTIONS... COMMAND...: submits a job of one command on four nodes; its number.
batch() {
    local options=()
    while [ "${1#--}" != "$1" ]; do
        options+=("$1")
        shift
    done
    printf '#!/bin/sh\nexec %s\n' "$*" >job.sh
    sbatch --parsable -N 4 -n 4 -o job.out "${options[@]}" job.sh
}

# Slurm ends this one at its time limit, the shortest that it has, while the others run.
printf '#include <mpi.h>\n#include <unistd.h>\nint main(void) { MPI_Init(0, 0); sleep(600); MPI_Finalize(); return 0; }\n' >rests.c
mpi_cc openmpi rests.c -o rests
if [ -n "$slurm_plugin" ]; then
    late=$(batch --time=1 --tutti-watch srun --mpi=pmix ./rests)
fi

# Shows the last job if it never ends.
until_no_other_jobs() {
    local code=0
    (until_ no_other_jobs) || code=$?
    [ "$code" = 0 ] || { cat job.out >&2; squeue >&2; exit "$code"; }
}
no_other_jobs() { ! squeue -h -o %i | grep -qvx "${late:-none}"; }

for flavour in $TUTTI_MPIS; do
    plugin=$([ "$flavour" = mpich ] && echo pmi2 || echo pmix)
    mpi_cc "$flavour" "$HERE/hangs.c" -o "hangs.$flavour"
    batch "$TUTTI" watch --on-hang=kill --out="$WORK/$flavour.d" -- srun "--mpi=$plugin" "./hangs.$flavour" receive >/dev/null
    until_no_other_jobs
    jq -e '.findings[0] | .rule == "hang.communication" and .ranks == [0, 1, 2, 3] and (.waits | length == 4) and
        (.locations | all(.call == "MPI_Recv" and (.file | endswith("hangs.c"))))' "$flavour.d/findings.json" >/dev/null ||
        { cat job.out >&2; fail "$flavour: a batch job"; }
    # The batch script runs on the first node: its monitor is the one that decides.
    jq -e '.stats.other_nodes == 3 and .stats.nodes_lost == 0' "$flavour.d/findings.json" >/dev/null ||
        { jq .stats "$flavour.d/findings.json" >&2; fail "$flavour: monitors"; }
    until_ no_boards
done

# srun takes the secret along, and shows it to nobody.
mpi_cc openmpi "$HERE/steps.c" -o steps
job=$(batch "$TUTTI" watch --no-out --json="$WORK/x.json" -- srun --mpi=pmix ./steps 6 none)
until_ watched "$job" 3
no_secret_shows
until_no_other_jobs
jq -e '.verdict == "clean" and .stats.other_nodes == 3 and .stats.nodes_lost == 0' x.json >/dev/null || { cat job.out >&2; fail 'a job that is well'; }
# Where the user chooses what srun exports, monitors find the secret in a file.
batch "$TUTTI" watch --on-hang=kill --no-out --json="$WORK/x.json" -- srun --export="PATH,HOME,$(compgen -e | grep -E "^(OMPI_MCA|UCX)_" | paste -sd,)" --mpi=pmix ./hangs.openmpi receive >/dev/null
until_no_other_jobs
jq -e '.findings[0].rule == "hang.communication" and .stats.other_nodes == 3' x.json >/dev/null || { cat job.out >&2; fail 'srun --export'; }

# One that runs already, from outside.
job=$(batch srun --job-name=app --mpi=pmix ./steps 12 loop)
until_ runs "$job"
sleep 3
timeout 600 "$TUTTI" watch "--job=$job" --on-hang=kill --no-out --json=x.json >out 2>err </dev/null &
pid=$!
until_ watched "$job" 4
no_secret_shows
code=0
wait "$pid" || code=$?
[ "$code" = 1 ] || { cat out err >&2; fail "exit code $code of --job"; }
jq -e '.findings[0] | .rule == "hang.computation" and .ranks == [1] and .locations[0].function == "relax"' x.json >/dev/null ||
    { jq .findings x.json >&2; fail 'a job that runs already'; }
until_no_other_jobs
expect_exit 2 "$TUTTI" watch "--job=$job" --no-out
expect_text err "no running job $job"
expect_exit 2 "$TUTTI" watch --job=mine --no-out

if [ -n "$slurm_plugin" ]; then
    # All steps of the job are watched, as sbatch was told.
    TUTTI_ON_HANG="kill" batch --tutti-watch srun --mpi=pmix ./hangs.openmpi receive >/dev/null
    until_no_other_jobs
    expect_text job.out 'deadlock: ranks 0-3 can never go on'
    # A program that is well is run as it would be without.
    printf '#include <mpi.h>\nint main(void) { MPI_Init(0, 0); MPI_Barrier(MPI_COMM_WORLD); MPI_Finalize(); return 0; }\n' >well.c
    mpi_cc openmpi well.c -o well
    expect_exit 0 timeout 600 srun -Q --tutti-watch --mpi=pmix -N 2 -n 2 ./well

    # as_without OPTIONS... COMMAND...: srun prints and ends as without the plugin.
    as_without() {
        local plain=0 code=0
        timeout 600 srun -Q "$@" >plain.out 2>plain.err <words || plain=$?
        timeout 600 srun -Q --tutti-watch "$@" >step.out 2>step.err <words || code=$?
        sed -i 's/[0-9][0-9.]*//g' plain.err step.err # numbers of steps
        [ "$code" = "$plain" ] || { cat step.err >&2; fail "srun $*: exit code $code, not $plain"; }
        cmp plain.out step.out && cmp plain.err step.err || { cat step.err >&2; fail "srun $*: prints something else"; }
        echo "$plain" >code
    }
    echo 'some words' >words
    echo '#!/bin/sh
        exit "$1"' >leave
    chmod +x leave
    printf '#include <mpi.h>\n#include <stdlib.h>\nint main(int n, char **w) { MPI_Init(0, 0); MPI_Finalize(); return atoi(w[n - 1]); }\n' >ends.c
    mpi_cc openmpi ends.c -o ends
    as_without hostname
    as_without cat
    expect_text step.out 'some words'
    as_without ./leave 7
    [ "$(cat code)" = 7 ] || fail 'the exit code of a script'
    # shellcheck disable=SC2016 # for the step
    as_without sh -c 'kill -KILL $$'
    [ "$(cat code)" = 137 ] || fail 'the signal of a shell'
    as_without --mpi=pmix ./ends 7
    [ "$(cat code)" = 7 ] || fail 'the exit code of an MPI program'
    as_without --pty bash -c 'exit 3'
    # The processes that it starts are not marked as watched.
    as_without sh -c 'env | grep -c TUTTI_GUEST_SPANK_WATCHED; exit 4'
    # Its words are the program's own, and all of them: many, long ones, and one that is called as the option of the plugin.
    as_without sh -c 'echo "$# $1 $2"' sh --tutti-watch last
    # shellcheck disable=SC2046 # words
    as_without sh -c 'echo "$# ${#1}"; exit 9' sh "$(head -c 100000 /dev/zero | tr '\0' x)" $(seq 70000)
    TUTTI_ON_HANG=nonsense TUTTI_NO_SUCH=1 expect_exit 7 timeout 600 srun -Q --tutti-watch ./leave 7

    # All steps that sbatch starts, with wrong settings, and in a folder where nothing can be written.
    printf '#!/bin/sh\nsrun hostname >host.out; echo $?; srun ./leave 5; echo $?; cd /proc; srun --mpi=pmix %s/ends 6; echo $?\n' "$WORK" >steps.sh
    sbatch --wait --tutti-watch -N 1 -n 1 -o steps.out steps.sh >/dev/null || true
    [ "$(grep -x '[0-9]*' steps.out | paste -sd ' ')" = '0 5 6' ] && [ "$(cat host.out)" = "$(hostname)" ] ||
        { cat steps.out >&2; fail 'steps of a batch job'; }

    # Slurm ends them: scancel, and the time limit.
    job=$(batch --tutti-watch srun --mpi=pmix ./rests)
    until_ watched "$job" 3
    scancel "$job"
    nothing_left "$job"
    until_ no_jobs
    nothing_left "$late"
fi
slurm_stop
