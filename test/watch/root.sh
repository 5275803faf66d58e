#!/usr/bin/env bash
# Root watches the processes of a user: the process that reads the user's binaries has become that user, and if it
# ends, the watch continues.
. "$(dirname "$0")/../lib.sh"
[ "$(id -u)" = 0 ] || { echo 'only root can become another user'; exit 77; }

flavour=mpich # starts one rank without a launcher
case " $TUTTI_MPIS " in *" mpich "*) ;; *) exit 77 ;; esac
cat >rank.c <<'END_OF_SOURCE'
#include <mpi.h>
#include <stdio.h>
#include <time.h>
static void relax_for_ever(double until)
{
    static volatile double value = 1;
    while ((double)time(NULL) < until)
        value *= 1.0000001;
}
int main(int argc, char **argv)
{
    double end = (double)time(NULL) + 300;
    MPI_Init(&argc, &argv);
    relax_for_ever(end);
    MPI_Finalize();
}
END_OF_SOURCE
mpi_cc "$flavour" -O0 rank.c -o rank
chmod 755 "$WORK" rank
job=
watch=
trap 'kill -KILL $job $watch 2>/dev/null || true; rm -rf "$WORK"' EXIT

# start PROGRAM: one rank, as another user.
start() {
    setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/nonexistent TMPDIR=/tmp "$1" >job.out 2>&1 </dev/null &
    job=$!
    until grep -q libmpi "/proc/$job/maps" 2>/dev/null; do
        kill -0 "$job" 2>/dev/null || { cat job.out >&2; fail "$1 does not start"; }
        sleep 0.1
    done
    sleep 1
}
# watches: in the background; the reader of stacks is there.
watches() {
    "$TUTTI" watch --pid="$job" --no-out --time-limit="$1" --json=x.json --on-hang=report >out 2>err </dev/null &
    watch=$!
    reader=
    for _ in $(seq 3000); do
        reader=$(pgrep -P "$watch" -f -- --read-stacks || true)
        [ -z "$reader" ] || [ "$(awk '/^Uid:/ { print $3 }' "/proc/$reader/status")" = 0 ] || return 0
        kill -0 "$watch" 2>/dev/null || { cat out err >&2; fail 'the watch has ended'; }
        sleep 0.1
    done
    cat out err >&2
    fail "nobody but root reads the binaries of a user's process"
}

start ./rank
watches 300
status=/proc/$reader/status
[ "$(awk '/^(Uid|Gid):/ { print $2, $3, $4, $5 }' "$status" | sort -u)" = '65534 65534 65534 65534' ] || fail "$(cat "$status")"
grep -qE '^CapEff:\s0+$' "$status" && grep -qE '^CapPrm:\s0+$' "$status" || fail "it has rights: $(cat "$status")"
grep -qE '^NoNewPrivs:\s1$' "$status" || fail 'it can get rights'
[ -z "$(awk '/^Groups:/ { print $2 }' "$status")" ] || fail 'it has groups'
# It has nothing of root's terminal: neither open, nor as the one that it belongs to.
for descriptor in 0 1 2; do
    [ "$(readlink "/proc/$reader/fd/$descriptor")" = /dev/null ] || fail "it has root's descriptors: $(ls -l "/proc/$reader/fd")"
done
[ "$(readlink "/proc/$reader/cwd")" = / ] || fail "it is in a folder of root's: $(readlink "/proc/$reader/cwd")"
[ "$(awk '{ sub(/.*\) /, ""); print $4 }' "/proc/$reader/stat")" = "$reader" ] || fail "it is in a session of root's: $(cat "/proc/$reader/stat")"
[ "$(find "/proc/$reader/fd" -type l | wc -l)" -le 6 ] || fail "it has files of root: $(ls -l "/proc/$reader/fd")"
! tr '\0' '\n' <"/proc/$reader/environ" | grep . || fail "it has root's environment"
# By now this process has looked into the program, and root has not.
until_ grep -qF "$WORK/rank" "/proc/$reader/maps"
! grep -qF "$WORK/rank" "/proc/$watch/maps" || fail 'root reads the program of a user'
# Whatever the files that it reads do to it, the watch continues.
kill -KILL "$reader"
sleep 2
kill -0 "$watch" || { cat out err >&2; fail 'the watch ended with the reader'; }
kill -KILL "$job"
wait "$watch" || { cat out err >&2; fail 'the watch failed'; }
jq -e '.verdict == "clean" and .stats.processes == 1' x.json >/dev/null || { cat x.json >&2; fail 'verdict'; }
