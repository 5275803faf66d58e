#!/usr/bin/env bash
# tutti watch --pid looks at a job that runs already, from outside: its mpiexec or its ranks.
. "$(dirname "$0")/../lib.sh"

case " $TUTTI_MPIS " in *" openmpi "*) flavour=openmpi ;; *) flavour=$TUTTI_MPIS ;; esac
mpi_cc "$flavour" -O1 "$HERE/steps.c" -o steps
job=
trap '[ -z "$job" ] || kill -KILL "$job" 2>/dev/null || true; rm -rf "$WORK"' EXIT

"mpiexec.$flavour" -n 2 ./steps 12 stay >job.out 2>&1 </dev/null &
job=$!
until pgrep -P "$job" -x steps >/dev/null; do sleep 0.1; done
sleep 1
expect_exit 1 timeout 600 "$TUTTI" watch --pid="$job" --false-alarms-per-day=1000 --on-hang=kill --out=out.d --json=x.json
jq -e '.stats.processes == 2 and (.findings | length == 1 and (.[0] | .rule == "hang.computation" and .ranks == [1] and
           (.locations[0] | .rank == 1 and .function == "relax" and (.file | endswith("steps.c"))) and
           (.locations[1] | .rank == 0 and .call == "MPI_Allreduce")))' x.json >/dev/null || { cat x.json >&2; fail hang; }
# Rank 0 is in the same call at each look, and was seen to move nevertheless.
jq -e '.stats.longest_still < 30' x.json >/dev/null || expect_text err 'cannot count how often ranks return'
expect_text out 'where the ranks are:' 'relax steps.c'
wait "$job" || true # it was killed
job=

# A job that is well ends while it is watched: by the paper's model, too.
for model in progress parastack; do
    "mpiexec.$flavour" -n 2 ./steps 4 none >job.out 2>&1 </dev/null &
    job=$!
    until pgrep -P "$job" -x steps >/dev/null; do sleep 0.1; done
    sleep 1
    expect_exit 0 timeout 600 "$TUTTI" watch --model="$model" --pid="$(pgrep -d, -P "$job" -x steps)" --no-out --json=x.json
    jq -e '.verdict == "clean" and .stats.processes == 2 and .stats.looks > 0' x.json >/dev/null || { cat x.json >&2; fail "$model"; }
    wait "$job" || fail "$model: the job did not end well"
    job=
done

# What a program sees of it: nothing, not even in system calls that the kernel does not restart after a stop.
mpi_cc "$flavour" -D_GNU_SOURCE -O1 "$HERE/waits.c" -o waits
"mpiexec.$flavour" -n 2 ./waits >job.out 2>&1 </dev/null &
job=$!
until_ test -e begun.0 -a -e begun.1
looks=0
for _ in 1 2 3 4 5; do
    [ "$looks" -lt 100 ] || break
    expect_exit 4 timeout 600 "$TUTTI" watch --pid="$job" --no-out --json=x.json --time-limit=15
    looks=$((looks + $(jq .stats.looks x.json)))
done
[ "$looks" -ge 100 ] || fail "only $looks looks"
touch stop
wait "$job" || { cat job.out >&2; fail 'the job did not end well'; }
job=
for rank in 0 1; do
    grep -qx 'calls: [0-9]*, disturbed: 0' "waits.$rank" || { cat job.out >&2; fail "rank $rank, $looks looks: $(cat "waits.$rank")"; }
done

# A number without a process, a process without MPI, a word that is no number.
expect_exit 2 "$TUTTI" watch --no-out --pid=$$
expect_text err 'neither uses MPICH or Open MPI'
expect_exit 2 "$TUTTI" watch --no-out --pid=12x
expect_exit 2 "$TUTTI" watch --no-out
expect_text err 'needs a job to run'
