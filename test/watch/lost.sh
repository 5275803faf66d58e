#!/usr/bin/env bash
# Reports of real jobs that cannot be written: the job continues and has its results, a sentence says what is lost,
# standard error has the report of a hang, and the exit code at the end is 3.
. "$(dirname "$0")/../lib.sh"

cat >app.c <<'C'
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int rank, value = 1, stop = argc > 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        FILE *begun = fopen("begun.new", "w");
        fprintf(begun, "%d\n", (int)getpid());
        fclose(begun);
        rename("begun.new", "begun");
        while (access("go", F_OK) != 0)
            usleep(10000);
        if (stop)
            raise(SIGSTOP);
    }
    for (int i = 0; i < 2000; i++)
        MPI_Bcast(&value, 1, MPI_INT, 1, MPI_COMM_WORLD);
    if (rank == 0)
        fclose(fopen("finished", "w"));
    MPI_Finalize();
    return 0;
}
C

pid=
# Ends the processes of a test that fails.
give_up() {
    [ ! -e begun ] || kill -KILL "$(cat begun)" 2>/dev/null || true
    [ -z "$pid" ] || kill -TERM "$pid" 2>/dev/null || true
    rm -rf "$WORK"
}
trap give_up EXIT

# began CASE: the job of the command in the background runs; the next step is the test's.
began() {
    case=$1
    until_ [ -e begun ]
}

# ended: the job has its results, and the command says at the end that something is lost.
ended() {
    code=0
    wait "$pid" || code=$?
    [ -e finished ] || { cat err >&2; fail "$case: the job did not live on"; }
    [ "$code" = 3 ] || { cat err >&2; fail "$case: exit code $code"; }
    rm -f begun go finished
}

# resume: the rank that has stopped goes on, once standard error has the report.
resume() {
    until_ grep -q 'where the ranks are' err
    kill -CONT "$(cat begun)"
    ended
    until_ grep -qF 'not all results could be written' err
}

number=0
for flavour in $(flavours); do
    mpi_cc "$flavour" app.c -o app
    run=("mpiexec.$flavour" -n 2 ./app)
    number=$((number + 1))

    # A quota, and nobody who reads standard output.
    if [ "$number" = 1 ]; then
        "$TUTTI" watch --out=kept -- "${run[@]}" stop >&- 2> >(cat >err) </dev/null &
        pid=$!
        began "$flavour: watch with a quota"
        prlimit --pid "$pid" --fsize=100
        touch go
        resume
    else
        # A baseline that vanishes, and a folder.
        touch go
        expect_exit 0 "$TUTTI" watch --no-out --json=known.json -- "${run[@]}"
        rm -f begun go finished
        "$TUTTI" watch --out=gone --baseline=known.json -- "${run[@]}" stop >/dev/full 2>err </dev/null &
        pid=$!
        began "$flavour: watch with a baseline that vanishes"
        rm -r known.json gone
        touch go
        resume
    fi

    "$TUTTI" guard --out=kept.guard -- "${run[@]}" >out 2> >(cat >err) </dev/null &
    pid=$!
    began "$flavour: guard with a quota"
    prlimit --pid "$pid" --fsize=10
    touch go
    ended
    until_ grep -qF 'File too large' err # by cat, which outlives the command

    # A reader that goes away.
    mkfifo pipe
    (exec <pipe; read -r _) &
    reader=$!
    "$TUTTI" trace --no-out -- "${run[@]}" >pipe 2>err </dev/null &
    pid=$!
    began "$flavour: trace without a reader"
    wait "$reader"
    touch go
    ended
    expect_text err 'Broken pipe'
    rm pipe
done
