#!/usr/bin/env bash
# Ranks that ignore every signal end all the same: by the time limit, by a second Ctrl-C, and when the
# command is killed. Nothing is left of any run.
. "$(dirname "$0")/../lib.sh"
. "$HERE/lib.sh"
pid=
trap '[ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null; rm -rf "$WORK"' EXIT

# start OPTION...: runs two stubborn ranks in the background, its number in `pid`. The shell has
# background jobs ignore SIGINT, env takes that back.
start() {
    words X=1 -- "mpiexec.$flavour" -n 2 "$WORK/stubborn.$flavour"
    rm -f run.out run.err # those of the run before must not be taken for its own
    env --default-signal=INT,QUIT TEST_MARK="$WORK" "$LAUNCH" run "$@" -- "${line[@]}" >run.out 2>run.err </dev/null &
    pid=$!
    wait_for_lines run.out 2 '^rank [01] ready'
    [ "$(still_running | wc -l)" -ge 4 ] || fail 'the mark does not find the processes'
}

for flavour in $(flavours); do
    mpi_cc "$flavour" "$HERE/stubborn.c" -o "stubborn.$flavour"

    start --seconds=6 --grace=1
    wait "$pid" || fail "$flavour: the time limit"
    expect_text run.err 'timed_out=1' 'survivors=0'
    nothing_left 0 "$flavour: time limit"

    start --grace=1
    kill -INT "$pid"
    sleep 0.5
    kill -INT "$pid"
    wait "$pid" || fail "$flavour: Ctrl-C"
    expect_text run.err 'interrupted=1 interrupt=2' 'survivors=0'
    nothing_left 0 "$flavour: Ctrl-C"

    start --grace=1
    kill -TERM "$pid"
    wait "$pid" || fail "$flavour: SIGTERM"
    expect_text run.err 'interrupted=1 interrupt=15' 'survivors=0'
    nothing_left 0 "$flavour: SIGTERM"

    start --grace=1
    kill -KILL "$pid"
    wait "$pid" 2>/dev/null || true
    nothing_left 300 "$flavour: the command is killed"
    pid=
done

# A program of its own accord: its exit code, and the limit of its memory.
for flavour in $(flavours); do
    mpi_cc "$flavour" "$HERE/hello.c" -o hello
    "$LAUNCH" words X=1 --mpi="$flavour" -- "mpiexec.$flavour" -n 1 sh -c 'ulimit -v; exit 6' >words.out
    mapfile -t line <words.out
    expect_exit 0 marked "$LAUNCH" run --seconds=60 --bytes=4294967296 -- "${line[@]}"
    expect_text err 'exit=6'
    expect_text out 4194304
    nothing_left 0 "$flavour: exit code"
done
expect_exit 3 "$LAUNCH" run -- "$WORK/no-such-launcher" -n 2 ./hello
expect_text err 'No such file or directory'
