#!/usr/bin/env bash
# A command that is killed (kill -9) at any moment leaves no process, and nothing in /dev/shm and $TMPDIR: its files and
# those of its ranks are gone when they are, or when the next command has begun.
#
# The script has a /dev/shm of its own where the system permits it, so that others cannot disturb.
if [ -z "${TUTTI_GUEST_SHM:-}" ]; then
    map=$([ "$(id -u)" = 0 ] || echo -r)
    # shellcheck disable=SC2086 # a word or none
    if unshare -m $map mount -t tmpfs tmpfs /dev/shm 2>/dev/null; then
        exec unshare -m $map env TUTTI_GUEST_SHM=own bash "$0" "$@"
    fi
    TUTTI_GUEST_SHM=shared
fi
own_shm=$TUTTI_GUEST_SHM
. "$(dirname "$0")/../lib.sh"
. "$HERE/../marked.sh"
[ "$own_shm" != own ] || mount -t tmpfs tmpfs /dev/shm
export TMPDIR=$WORK/tmp
mkdir tmp
cat >loop.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int rank, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 3000; i++) {
        if (rank == 0 && i == 3)
            fclose(fopen(argv[1], "w"));
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        usleep(20000);
    }
    MPI_Finalize();
    return 0;
}
END

entries() { find tmp /dev/shm -mindepth 1 -maxdepth 1 -name "$1*" 2>/dev/null; }

# A state that a command comes to, in which it is killed: a process of its own runs, a folder is there, ranks are at work.
reached() {
    case $1 in
    begun) [ -n "$(still_running)" ] ;;
    folder) [ -n "$(entries tutti-)" ] ;;
    filled) [ -n "$(find tmp/tutti-* -mindepth 1 2>/dev/null)" ] ;;
    started) pgrep -P "$command" >/dev/null ;;
    ranks) [ -e mark ] ;;
    esac
}

# killed STATE WORD...: tutti is killed in that state; all that it started ends.
killed() {
    local state=$1 end=$((SECONDS + 300))
    shift
    rm -f mark
    TEST_MARK=$WORK "$TUTTI" "$@" >out 2>err </dev/null &
    command=$!
    until reached "$state"; do
        kill -0 "$command" 2>/dev/null || { cat out err >&2; fail "$flavour $1: it ended before it was $state"; }
        [ "$SECONDS" -lt "$end" ] || { cat out err >&2; fail "$flavour $1: never $state"; }
        sleep 0.01
    done
    kill -KILL "$command"
    wait "$command" 2>/dev/null || true
    nothing_left 300 "$flavour $1, killed when $state"
}

# clean WHAT: nothing of Tutti is left.
clean() {
    local left
    left=$(entries tutti)
    [ -z "$left" ] || fail "$flavour $1: left: $left"
}

# next WHAT: another command cleans up.
next() {
    expect_exit 0 "$TUTTI" check nothing.c
    clean "$1"
}
echo 'int nothing;' >nothing.c

for flavour in $(flavours); do
    mpi_cc "$flavour" loop.c -o loop
    job=("mpiexec.$flavour" -n 2 ./loop mark)
    probe=(probe --no-out "--mpi=$flavour" --ranks=2 --functions=MPI_Allgather)
    # The keeper of the ranks removes their files.
    killed ranks trace --no-out -- "${job[@]}"
    clean "trace"
    killed filled "${probe[@]}"
    next probe
    [ "$flavour" = "$WHOLE" ] || continue
    killed ranks guard --no-out -- "${job[@]}"
    clean "guard"
    for state in begun folder; do
        killed $state trace --no-out -- "${job[@]}"
        killed $state "${probe[@]}"
    done
    killed ranks run --no-out -n 2 -- ./loop mark
    killed ranks verify --no-out -n 2 -- ./loop mark
    next "killed early, and run and verify"
    # A command that lives keeps what it has.
    TEST_MARK=$WORK "$TUTTI" trace --no-out -- "${job[@]}" >out 2>err </dev/null &
    command=$!
    rm -f mark
    until [ -e mark ]; do
        kill -0 "$command" || { cat err >&2; fail "$flavour: trace ended"; }
        sleep 0.05
    done
    held=$(entries tutti-trace)
    [ -n "$held" ] || fail "$flavour: a trace has no folder"
    expect_exit 0 "$TUTTI" check nothing.c
    [ "$(entries tutti-trace)" = "$held" ] || fail "$flavour: the folder of a trace that runs was removed"
    kill -KILL "$command"
    wait "$command" 2>/dev/null || true
    nothing_left 300 "$flavour trace"
    clean "$flavour trace"
done
