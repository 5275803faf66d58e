#!/usr/bin/env bash
# tutti watch among strangers on the network: no command line of a job shows the secret of its monitors; a crowd that calls
# the hub and the monitors, sends nonsense or keeps silent, is ignored, and a hang is found all the same.
. "$(dirname "$0")/../lib.sh"
export HOME=$WORK
unset XDG_CACHE_HOME
. "$HERE/secrets.sh"

pid='' strangers=''
trap 'touch stop; kill $pid $strangers 2>/dev/null || true; wait; rm -rf "$WORK"' EXIT

have_monitors() { [ "$(monitors | wc -l)" = "$1" ]; }
is_there() { grep -qF -- "$2" "$1"; }
is_over() { ! kill -0 "$1" 2>/dev/null || grep -q ') Z ' "/proc/$1/stat"; }

# Steps until there is a file "go"; then all receive.
cat >until.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int rank, size, value = 0, go = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    fclose(fopen("running", "w"));
    while (!go) {
        usleep(20000);
        go = access("go", F_OK) == 0;
        MPI_Bcast(&go, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    MPI_Recv(&value, 1, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
END

# strangers.py PORT...: calls until there is a file "stop"; says "enough" when that is often. Nonsense, and what a monitor
# has answered to others, back to that monitor and to all. To nobody more is said than a proof has.
cat >strangers.py <<'END'
import os, socket, sys
OPEN, CALLS, PROOF = 900, 2000, 88
NONSENSE = 9 * (b"",) + (b"\0" * 65536, b"GET / HTTP/1.0\r\n\r\n" * 10, b"tutti-w\0" + b"x" * 300)
strangers, calls, heard = [], 0, b""
def leave(stranger):
    global heard
    stranger.settimeout(0)
    try:
        answer = stranger.recv(4096)
        assert len(answer) in (0, PROOF)
        heard = answer or heard
        stranger.sendall(answer)
    except OSError:
        pass
    stranger.close()
while not os.path.exists("stop"):
    for port in sys.argv[1:]:
        for nonsense in (*NONSENSE, heard, b"tutti-w\0" + heard):
            stranger = socket.socket()
            stranger.settimeout(0.2)
            try:
                stranger.connect(("127.0.0.1", int(port)))
                stranger.sendall(nonsense)
                calls += 1
            except OSError:
                pass
            strangers.append(stranger)
    while len(strangers) > OPEN:
        leave(strangers.pop(0))
    if calls >= CALLS:
        open("enough", "w").close()
END

# The addresses and ports at which a process listens, as the kernel writes them: 0100007F:1F90.
listens_at() {
    find "/proc/$1/fd" -lname 'socket:*' -printf '%l\n' 2>/dev/null | tr -dc '0-9\n' |
        awk 'NR == FNR { own[$1] = 1; next } $4 == "0A" && $10 in own { print $2 }' - "/proc/$1/net/tcp"
}
ports_of() {
    local port
    listens_at "$1" | while IFS=: read -r _ port; do echo $((16#$port)); done
}

# expect_address ADDRESS LAUNCHER...: where it listens for monitors of other nodes.
expect_address() {
    local where=$1 at
    shift
    rm -f go running
    "$TUTTI" watch --on-hang=kill --no-out -- "$@" -n 1 ./until >out 2>err </dev/null &
    pid=$!
    until_ test -e running
    at=$(listens_at "$pid")
    [ "${at%:*}" = "$where" ] || fail "$*: it listens at '$at', not '$where'"
    touch go
    until_ is_over "$pid"
    pid=''
}

for flavour in $(flavours); do
    rm -f go stop enough
    mpi_cc "$flavour" until.c -o until

    # The port is no more open than it must be: there is none if all ranks are here; otherwise it is where the named
    # machines call.
    hosts=-hosts
    [ "$flavour" != openmpi ] || hosts=--host
    expect_address '' "mpiexec.$flavour"
    expect_address 0100007F "mpiexec.$flavour" "$hosts" localhost
    rm -f go
    # The second has one below it. The fourth does not get the environment of the launcher.
    line=("mpiexec.$flavour")
    for node in 1 2 3; do
        line+=(-n 1 env "SLURMD_NODENAME=node$node" ./until :)
    done
    line+=(-n 1 env SLURMD_NODENAME=node4 env -u OMPI_TUTTI_SECRET ./until)
    # Few descriptors: the strangers could have them all.
    (ulimit -Sn 100 && exec "$TUTTI" watch --interface=lo --fan-out=1 --on-hang=kill --no-out --json=x.json -- "${line[@]}") >out 2>err </dev/null &
    pid=$!
    until_ have_monitors 4
    no_secret_shows
    sleep 1 # they join
    mapfile -t ports < <(for monitor in "$pid" $(monitors); do ports_of "$monitor"; done)
    [ ${#ports[@]} = 5 ] || fail "$flavour: ${#ports[@]} ports: the hub, the monitors"
    python3 strangers.py "${ports[@]}" &
    strangers=$!
    until_ test -e enough
    until_ is_there err 'does not know the secret of this job: such callers are ignored'
    ! is_over "$pid" || { cat err >&2; fail "$flavour: it ended among strangers"; }
    have_monitors 4 || fail "$flavour: a monitor ended among strangers"
    touch go
    until_ is_over "$pid"
    code=0
    wait "$pid" || code=$?
    touch stop
    wait "$strangers" || fail "$flavour: strangers were told something"
    [ "$code" = 1 ] || { cat out err >&2; fail "$flavour: exit code $code"; }
    jq -e '.findings[0] | .rule == "hang.communication" and .ranks == [0, 1, 2, 3]' x.json >/dev/null ||
        { jq .findings x.json >&2; fail "$flavour: the hang"; }
    jq -e '.stats.other_nodes == 4 and .stats.nodes_lost == 0 and .stats.processes == 4' x.json >/dev/null ||
        { cat err >&2; jq .stats x.json >&2; fail "$flavour: monitors were lost among strangers"; }
    [ -z "$(find "$HOME/.cache" -type f)" ] || fail "$flavour: the secret is left"
    until_ have_monitors 0
    pid='' strangers=''
done
