#!/usr/bin/env bash
# tutti watch when something beside the job goes wrong: nothing is left behind, and a healthy job is not disturbed.
. "$(dirname "$0")/../lib.sh"

boards() { find /dev/shm -maxdepth 1 -name 'tutti-watch-*' -newer start | wc -l; }
touch start

cat >app.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int rank, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    fclose(fopen(rank == 0 ? "begun" : "begun.1", "w"));
    for (double start = MPI_Wtime(); MPI_Wtime() - start < atof(argv[1]) && access("over", F_OK) != 0;) {
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
        usleep(10000);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        fclose(fopen("finished", "w"));
    MPI_Finalize();
    return 0;
}
END
printf 'int main(void) { return 0; }\n' >none.c
for flavour in $(flavours); do
    mpi_cc "$flavour" app.c -o app
    # One rank.
    expect_exit 0 timeout 600 "$TUTTI" watch --no-out --json=x.json -- "mpiexec.$flavour" -n 1 ./app 0.5
    jq -e '.verdict == "clean" and .stats.processes == 1 and .world.ranks == 1' x.json >/dev/null || fail "$flavour: one rank"
    # Jobs that are over between two looks.
    for _ in 1 2 3 4 5; do
        expect_exit 0 timeout 600 "$TUTTI" watch --no-out --json=x.json -- "mpiexec.$flavour" -n 2 ./app 0
        jq -e '.stats.processes == 2' x.json >/dev/null || fail "$flavour: a short job was not seen"
        [ ! -s err ] || { cat err >&2; fail "$flavour: a warning about a short job"; }
    done
    # The monitor is killed: the job goes on, and nothing is left.
    rm -f begun finished
    "$TUTTI" watch --no-out -- "mpiexec.$flavour" -n 2 ./app 4 >out 2>err </dev/null &
    pid=$!
    until_ [ -e begun ]
    kill -KILL "$pid"
    wait "$pid" 2>/dev/null || true
    [ ! -e finished ] || fail "$flavour: too late to see anything"
    until_ [ -e finished ]
    [ "$(boards)" = 0 ] || fail "$flavour: something is left of a killed monitor"
    # So does a job whose command and keeper are killed together, as `killall -9 tutti` and worse do.
    rm -f begun finished
    "$TUTTI" watch --no-out -- "mpiexec.$flavour" -n 2 ./app 4 >out 2>err </dev/null &
    pid=$!
    until_ [ -e begun ]
    keeper=$(pgrep -P "$pid" -x tutti-keeper) || fail "$flavour: no keeper with a name of its own"
    kill -KILL "$keeper" "$pid"
    wait "$pid" 2>/dev/null || true
    [ ! -e finished ] || fail "$flavour: too late to see anything of a killed keeper"
    until_ [ -e finished ]
    # If the keeper alone is killed, the command waits for the job itself.
    rm -f begun finished
    "$TUTTI" watch --no-out -- "mpiexec.$flavour" -n 2 ./app 4 >out 2>err </dev/null &
    pid=$!
    until_ [ -e begun ]
    pkill -KILL -P "$pid" -x tutti-keeper
    code=0
    wait "$pid" || code=$?
    [ "$code" = 0 ] && [ -e finished ] || { cat out err >&2; fail "$flavour: exit code $code after the end of the keeper"; }
    # A job under guard ends with them.
    rm -f begun finished
    "$TUTTI" guard --no-out -- "mpiexec.$flavour" -n 2 ./app 600 >out 2>err </dev/null &
    pid=$!
    until_ [ -e begun ]
    kill -KILL "$(pgrep -P "$pid" -x tutti-keeper)" "$pid"
    wait "$pid" 2>/dev/null || true
    until_ none_fits '[.]/app 600'
    # Ctrl-C ends the job.
    rm -f begun finished
    "$TUTTI" watch --no-out -- "mpiexec.$flavour" -n 2 ./app 60 >out 2>err </dev/null &
    pid=$!
    until_ [ -e begun ]
    kill -TERM "$pid"
    code=0
    wait "$pid" || code=$?
    [ "$code" = 4 ] || { cat out err >&2; fail "$flavour: exit code $code after SIGTERM"; }
    [ ! -e finished ] && [ "$(boards)" = 0 ] || fail "$flavour: something is left after SIGTERM"
done

# A rank that is not watched may be what the others wait for: its job is not ended without a proof, and the report says both.
cat >three.c <<'END'
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    if (strcmp(argv[1], "unseen") == 0)
        unsetenv("TUTTI_GUEST_BEACON");
    MPI_Init(&argc, &argv);
    if (strcmp(argv[1], "forks") == 0 && fork() == 0)
        pthread_exit(NULL);
    if (strcmp(argv[1], "stops") == 0) {
        FILE *file = fopen("stopped.new", "w");
        fprintf(file, "%d\n", (int)getpid());
        fclose(file);
        rename("stopped.new", "stopped");
        raise(SIGSTOP);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
END
mpi_cc "$flavour" three.c -o three
mpi_cc "$flavour" "$HERE/by-rank.c" -o by-rank
"$TUTTI" watch --no-out --on-hang=kill -- "mpiexec.$flavour" -n 3 ./by-rank 'exec ./three waits' 'exec ./three stops' 'exec ./three unseen' >out 2>err </dev/null &
pid=$!
until_ grep -q 'where the ranks are' out
kill -CONT "$(cat stopped)"
code=0
wait "$pid" || code=$?
[ "$code" = 0 ] || { cat out err >&2; fail "exit code $code of a job with a rank that is not watched"; }
expect_text err 'the job is not ended, because 1 of its ranks' '1 of 3 ranks are not watched'

# A command of --on-hang takes its time: the monitors of other nodes are heard meanwhile. The job continues and ends before
# the command does: then the alarm is withdrawn. A child of a rank that ends as a thread ends takes nothing of what its
# parent shows.
rm stopped
# shellcheck disable=SC2016 # for the shell of --on-hang
expect_exit 0 timeout 600 "$TUTTI" watch --interface=lo --no-out --json=x.json --on-hang='exec=sleep 15; kill -CONT "$(cat stopped)"
    while kill -0 "$(cat stopped)"; do sleep 0.1; done; sleep 3' -- \
    "mpiexec.$flavour" -n 2 ./by-rank 'SLURMD_NODENAME=one exec ./three forks' 'SLURMD_NODENAME=two exec ./three stops'
! grep -q 'is lost' err || { cat err >&2; fail 'a monitor was lost while --on-hang executed a command'; }
jq -e '.stats.other_nodes == 2 and .stats.nodes_lost == 0' x.json >/dev/null || { jq .stats x.json >&2; fail 'monitors of other nodes'; }
expect_text err 'the alarm is withdrawn'
jq -e '.findings[0].locations | any(.rank == 0 and .call == "MPI_Barrier")' x.json >/dev/null || { jq .findings x.json >&2; fail 'a rank that forked'; }

# A step of a batch job runs, whatever the environment says.
TUTTI_PID=1 TUTTI_JOB=1 expect_exit 7 "$TUTTI" watch --transparent -- sh -c 'exit 7'

# Children that were made without the functions of the C library, and that end as programs do, end nothing of their parent: it
# shows what it showed before, nothing is proved, and its job is not ended.
cat >children.c <<'END'
#include "runtime/beacon/format.h"
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
/* The record of this process. */
static const struct beacon_process *own_record(void)
{
    char line[512];
    unsigned long start, end;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps))
        if (strstr(line, "/memfd:") && sscanf(line, "%lx-%lx", &start, &end) == 2 && end - start >= sizeof(struct beacon_file))
            for (const struct beacon_process *at = ((struct beacon_file *)start)->processes;; at++)
                if (at->pid == getpid())
                    return at;
    return NULL;
}
int main(int argc, char **argv)
{
    int rank, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int way = 0; way < 2 && rank == 0; way++) {
        long child = syscall(SYS_clone, (long)SIGCHLD, 0L, 0L, 0L, 0L);
        if (child == 0 && way == 0)
            exit(0);
        else if (child == 0)
            pthread_exit(NULL);
        waitpid((pid_t)child, NULL, 0);
        if (own_record()->state != BEACON_RUNNING || own_record()->lanes[0].thread != getpid())
            return 1;
        for (int i = 0; i < 80; i++)
            usleep(100000);
        MPI_Send(&value, 1, MPI_INT, 1, way, MPI_COMM_WORLD);
    }
    for (int way = 0; way < 2 && rank == 1; way++)
        MPI_Recv(&value, 1, MPI_INT, 0, way, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
END
mpi_cc "$flavour" -I"$HERE/../../src" children.c -o children -pthread
expect_exit 0 timeout 600 "$TUTTI" watch --no-out --on-hang=kill --json=x.json -- "mpiexec.$flavour" -n 2 ./children
jq -e '.verdict == "clean" and .findings == []' x.json >/dev/null || { cat x.json >&2; fail 'children of a rank'; }

# The standard output of a step belongs to the job alone, also when it hangs.
cat >stuck.c <<'END'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && puts("result") > 0)
        fflush(stdout);
    MPI_Recv(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
END
mpi_cc "$flavour" stuck.c -o stuck
timeout 600 "$TUTTI" watch --transparent --on-hang=kill --no-out -- "mpiexec.$flavour" -n 2 ./stuck >out 2>err </dev/null || true
expect_text err 'where the ranks are' 'hang.communication'
[ "$(cat out)" = result ] || { cat out >&2; fail 'a report is in the output of a step'; }
expect_exit 1 timeout 600 "$TUTTI" watch --on-hang=kill --no-out -- "mpiexec.$flavour" -n 2 ./stuck
expect_text out 'where the ranks are' result

# Nobody but the user of a job limits its time, and only the command line that of a step. The user is told what has ended a job.
printf 'time-limit = 1\n[watch]\ntime-limit = 1\n' >.tutti.conf
for verb in watch guard trace 'watch --transparent'; do
    rm -f finished
    # shellcheck disable=SC2086 # words
    expect_exit 0 timeout 600 "$TUTTI" $verb --no-out -- "mpiexec.$flavour" -n 2 ./app 3
    [ -e finished ] || { cat err >&2; fail "$verb: a project ended the job"; }
    expect_text err 'time-limit in ' 'tutti trust'
    # shellcheck disable=SC2086 # words
    timeout 600 "$TUTTI" $verb --no-out --time-limit=1 -- "mpiexec.$flavour" -n 2 ./app 60 >out 2>err </dev/null || true
    expect_text err 'was ended at its time limit of 1 s (option --time-limit)'
done
rm finished .tutti.conf
TUTTI_TIME_LIMIT=1 expect_exit 0 timeout 600 "$TUTTI" watch --transparent --no-out -- "mpiexec.$flavour" -n 2 ./app 3
[ -e finished ] || { cat err >&2; fail 'the environment ended a step'; }
TUTTI_TIME_LIMIT=1 expect_exit 4 timeout 600 "$TUTTI" watch --no-out -- "mpiexec.$flavour" -n 2 ./app 60
expect_text err 'was ended at its time limit of 1 s (variable TUTTI_TIME_LIMIT)'

# The file with the secret of a job stays when its command is killed; the next command removes it, and no other.
export XDG_CACHE_HOME=$WORK/cache
secrets() { find "$XDG_CACHE_HOME" -name 'watch-*' 2>/dev/null | wc -l; }
have_secrets() { [ "$(secrets)" = "$1" ]; }
rm -f begun
for number in 1 2; do
    "$TUTTI" watch --interface=lo --no-out -- "mpiexec.$flavour" -n 1 ./app 600 >out 2>err </dev/null &
    pids[number]=$!
    until_ have_secrets "$number"
done
until_ [ -e begun ]
kill -KILL "${pids[1]}"
wait "${pids[1]}" 2>/dev/null || true
have_secrets 2 || fail 'the secret of a killed command did not stay: nothing is tested'
expect_exit 0 timeout 600 "$TUTTI" watch --interface=lo --no-out -- "mpiexec.$flavour" -n 1 ./app 0
have_secrets 1 || fail "$(secrets) secrets, with one command at work"
touch over # also for the job of the killed command
wait "${pids[2]}" || { cat err >&2; fail 'a command beside a killed one'; }
have_secrets 0 || fail 'a secret is left'
rm over
unset XDG_CACHE_HOME

# A program that needs MPI and does not call it.
mpi_cc "$flavour" -Wl,--no-as-needed none.c -o none
expect_exit 0 timeout 600 "$TUTTI" watch --no-out -- "mpiexec.$flavour" -n 2 ./none
expect_text err 'no process called MPI_Init'
# A program that cannot be started, and a word that is no policy.
expect_exit 2 "$TUTTI" watch --no-out -- "mpiexec.$flavour" -n 2 ./nowhere
expect_exit 2 "$TUTTI" watch --no-out --on-hang=explode -- "mpiexec.$flavour" -n 2 ./none
expect_text err 'report, kill or exec=COMMAND'
expect_exit 2 "$TUTTI" watch --no-out --false-alarms-per-day=often -- "mpiexec.$flavour" -n 2 ./none
expect_text err 'false-alarms-per-day'
