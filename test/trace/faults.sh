#!/usr/bin/env bash
# tutti trace when things go wrong: crashes, hangs, signals, full disks, bad input.
. "$(dirname "$0")/../lib.sh"

cat >app.c <<'C'
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void *other_thread(void *argument)
{
    int flag;
    (void)argument;
    MPI_Initialized(&flag);
    return NULL;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int rank, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (strcmp(what, "crash") == 0 && rank == 1)
        raise(SIGSEGV);
    if (strcmp(what, "exit") == 0)
        exit(7);
    if (strcmp(what, "hang") == 0) {
        fclose(fopen(rank ? "there-1" : "there-0", "w"));
        MPI_Recv(&value, 1, MPI_INT, 1 - rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (strcmp(what, "fork") == 0) {
        pid_t child = fork();
        if (child == 0) {
            int flag;
            MPI_Initialized(&flag);
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
    if (strcmp(what, "close") == 0)
        for (int descriptor = 3; descriptor < 256; descriptor++)
            if (descriptor != 255)
                (void)dup2(STDERR_FILENO, descriptor), close(descriptor);
    if (strcmp(what, "gate") == 0) {
        fclose(fopen(rank ? "there-1" : "there-0", "w"));
        while (access("go", F_OK) != 0)
            usleep(10000);
        for (int i = 0; i < 200000; i++)
            MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    }
    if (strcmp(what, "many") == 0)
        for (int i = 0; i < 20000; i++)
            MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (strcmp(what, "thread") == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, other_thread, NULL);
        pthread_join(thread, NULL);
    }
    MPI_Finalize();
    return 0;
}
C

# With job control, commands in the background get SIGINT.
set -m
mkdir tmp
export TMPDIR=$WORK/tmp

nothing_left() {
    ! pgrep -f "$WORK/app" >/dev/null || fail "$1: a process of the program is left"
    ! ls -d "$TMPDIR"/tutti-trace-* 2>/dev/null || fail "$1: a temporary folder is left"
}

no_ranks() { ! pgrep -f "$WORK/app" >/dev/null; }
for flavour in $(flavours); do
    mpi_cc "$flavour" app.c -o app -pthread
    run=("mpiexec.$flavour" -n 2 "$WORK/app")

    # A crash: all calls before it are there, and the exit code is that of a finding.
    expect_exit 1 "$TUTTI" trace --no-out -- "${run[@]}" crash
    expect_text out "[1] MPI_Comm_rank(comm=MPI_COMM_WORLD) -> rank=1"
    expect_exit 9 "$TUTTI" trace --no-out --error-exitcode=9 --json=x.json -- "${run[@]}" exit
    jq -e '.verdict == "violations" and (.findings[0].rule | startswith("crash."))' x.json >/dev/null ||
        fail "$flavour: no crash finding"
    nothing_left "$flavour crash"

    # A hang: the call that never returned is shown, the time limit ends the run.
    expect_exit 4 "$TUTTI" trace --no-out --time-limit=6 -- "${run[@]}" hang
    expect_text out "source=1, tag=5, comm=MPI_COMM_WORLD) -> did not return"
    nothing_left "$flavour hang"

    # Ctrl-C: the calls known so far are printed.
    rm -f there-0 there-1
    "$TUTTI" trace --no-out --file=calls.txt -- "${run[@]}" hang 2>err &
    command=$!
    until_ [ -e there-0 ]
    until_ [ -e there-1 ]
    sleep 1
    kill -INT "$command"
    code=0; wait "$command" || code=$?
    [ "$code" = 4 ] || fail "$flavour: exit code $code after SIGINT"
    expect_text calls.txt "MPI_Recv" "did not return"
    nothing_left "$flavour interrupt"

    # Killed outright: no rank survives.
    "$TUTTI" trace --no-out -- "${run[@]}" hang >out 2>err &
    command=$!
    until_ pgrep -f "$WORK/app hang" >/dev/null
    kill -KILL "$command"
    wait "$command" 2>/dev/null || true
    until_ no_ranks
    rm -rf "$TMPDIR"/tutti-trace-*

    # A forked child has a trace of its own; descriptors closed by the program do no harm.
    expect_exit 0 "$TUTTI" trace --no-out -- "${run[@]}" fork
    [ "$(grep -c 'MPI_Initialized() -> flag=1' out)" = 2 ] || fail "$flavour: calls of forked children"
    expect_exit 0 "$TUTTI" trace --no-out -- "mpiexec.$flavour" -n 1 "$WORK/app" thread
    expect_text out "[0 thread 1] MPI_Initialized() -> flag=1"
    expect_exit 0 "$TUTTI" trace --no-out --file=calls.txt -- "${run[@]}" many
    [ "$(grep -c MPI_Comm_rank calls.txt)" = 40002 ] || fail "$flavour: $(grep -c MPI_Comm_rank calls.txt) of 40002 calls"

    # The memory of the command does not grow with the trace.
    rm -f there-0 there-1 go
    "$TUTTI" trace --no-out --file=calls.txt --times -- "${run[@]}" gate 2>err &
    command=$!
    until_ [ -e there-0 ]
    until_ [ -e there-1 ]
    prlimit --pid "$command" --as=$((40 << 20))
    touch go
    code=0; wait "$command" || code=$?
    [ "$code" = 0 ] || { cat err >&2; fail "$flavour: exit code $code of a large trace"; }
    [ "$(grep -c MPI_Comm_rank calls.txt)" = 400002 ] || fail "$flavour: $(grep -c MPI_Comm_rank calls.txt) of 400002 calls"
    ! grep -m 1 -E '^\[[01]\] [0-9]{6,}\.' calls.txt || fail "$flavour: a call that began before the first one that returned"

    # The folder of the run, and patterns.
    expect_exit 0 "$TUTTI" trace --out=kept --calls='*finalize,MPI_Init' -- "${run[@]}"
    [ "$(wc -l <out)" = 4 ] || fail "$flavour: --calls shows $(cat out)"
    [ -s kept/findings.json ] && [ -s kept/stats ] || fail "$flavour: --out keeps nothing"
    expect_text kept/stats "calls 6"
    rm -rf kept
    expect_exit 0 "$TUTTI" trace -- "${run[@]}"
    [ "$(find tutti-out -path '*/trace-*/findings.json' | wc -l)" = 1 ] || fail "$flavour: no tutti-out"
    rm -rf tutti-out

    # Unwritable output: exit 3 and nothing half written.
    expect_exit 3 "$TUTTI" trace --no-out --json=missing/x.json -- "${run[@]}"
    expect_exit 3 "$TUTTI" trace --no-out --file=/dev/full -- "${run[@]}" many
    nothing_left "$flavour unwritable"
done

# A full disk under the journals: the program goes on, the trace says that it ends early.
if [ "$(id -u)" = 0 ] && mkdir small && mount -t tmpfs -o size=1200k tmpfs small 2>/dev/null; then
    trap 'umount "$WORK/small"; rm -rf "$WORK"' EXIT
    expect_exit 0 "$TUTTI" trace --out=small/kept --file=calls.txt -- "${run[@]}" many
    expect_text err "the disk is full"
    expect_text calls.txt "MPI_Init"
fi

# Programs that cannot be traced.
printf 'int main(void) { return 0; }\n' >plain.c
cc plain.c -o plain
expect_exit 2 "$TUTTI" trace --no-out -- ./plain
expect_text err "MPI"
expect_exit 2 "$TUTTI" trace --no-out -- ./not-there
expect_text err "not-there"
expect_exit 2 "$TUTTI" trace
cc -static plain.c -o static
expect_exit 2 "$TUTTI" trace --no-out -- ./static
expect_text err "static"
