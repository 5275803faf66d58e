#!/usr/bin/env bash
# tutti watch recognises, by the history of the job, a hang that it cannot prove, and withdraws an alarm when the job
# continues. With a large budget of false alarms a short history is enough.
. "$(dirname "$0")/../lib.sh"

case " $TUTTI_MPIS " in *" openmpi "*) flavour=openmpi ;; *) flavour=$TUTTI_MPIS ;; esac
mpi_cc "$flavour" -O1 "$HERE/steps.c" -o steps
watch=("$TUTTI" watch --false-alarms-per-day=1000 --json=x.json)
run=(-- "mpiexec.$flavour" -n 2 ./steps)

# A computation that does not end: the rank, the function and the line; the other rank waits.
expect_exit 1 timeout 600 "${watch[@]}" --out=out.d --on-hang=kill "${run[@]}" 10 loop
jq -e '.findings | length == 1 and (.[0] | .rule == "hang.computation" and .ranks == [1] and
           (.headline | endswith("rank 1 is outside MPI")) and
           (.locations[0] | .rank == 1 and .function == "relax" and (.file | endswith("steps.c"))) and
           (.locations[1] | .rank == 0 and .call == "MPI_Iprobe"))' x.json >/dev/null || { cat x.json >&2; fail loop; }
expect_text out 'where the ranks are:' 'rank 0  ' 'rank 1  ' 'relax steps.c'
jq -e '.findings[0].stacks | map(select(.ranks == "1" and (.where | contains("relax steps.c")))) | length == 1' out.d/findings.json >/dev/null ||
    { cat x.json >&2; fail 'the tree of stacks'; }

# A rank that asks again and again does not make progress.
expect_exit 1 timeout 600 "${watch[@]}" --no-out --on-hang=kill "${run[@]}" 10 poll
jq -e '.findings[0] | .rule == "hang.communication" and (.locations | map(.call) | contains(["MPI_Iprobe"]))' x.json >/dev/null ||
    { cat x.json >&2; fail poll; }

# The command of --on-hang, and a false alarm.
expect_exit 0 timeout 600 "${watch[@]}" --no-out --on-hang=exec='echo told >told' "${run[@]}" 10 slow
expect_text told told
expect_text err 'the alarm is withdrawn'
jq -e '.verdict == "clean" and .stats.alarms_withdrawn == 1 and
       (.findings | length == 1 and (.[0] | .rule == "hang.slow" and .severity == "note"))' x.json >/dev/null ||
    { cat x.json >&2; fail slow; }
