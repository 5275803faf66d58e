#!/usr/bin/env bash
# tutti watch with monitors on several nodes: a deadlock across them is proved, stacks come from all of them; a message
# reports the loss of a monitor, and the others continue. A node is what SLURMD_NODENAME says, so one machine is
# several.
. "$(dirname "$0")/../lib.sh"
. "$HERE/secrets.sh"

# Three of the four monitors have one below them.
command=$(printf '%s ' "$TUTTI" watch --interface=lo --fan-out=1)
boards() { find /dev/shm -maxdepth 1 -name 'tutti-watch-*.node?' -newer start | wc -l; }
no_monitors() { [ -z "$(monitors)" ]; }

# on_nodes FLAVOUR PROGRAM ARGUMENTS...: a rank on each of four nodes.
on_nodes() {
    local line=("mpiexec.$1" -n 4 "./by-rank.$1") node
    shift
    for node in 1 2 3 4; do
        line+=("SLURMD_NODENAME=node$node exec $*")
    done
    printf '%s\n' "${line[@]}"
}

touch start
mpi_cc openmpi "$HERE/by-rank.c" -o by-rank.openmpi
for flavour in $(flavours); do
    mpi_cc "$flavour" "$HERE/by-rank.c" -o "by-rank.$flavour"
    mpi_cc "$flavour" "$HERE/hangs.c" -o hangs
    mapfile -t line < <(on_nodes "$flavour" ./hangs receive)
    # shellcheck disable=SC2086 # words
    expect_exit 1 timeout 600 $command --on-hang=kill --core --out=out.d --json=x.json -- "${line[@]}"
    jq -e '.findings[0] | .rule == "hang.communication" and (.headline | startswith("deadlock: ")) and .ranks == [0, 1, 2, 3] and
        (.locations | all(.call == "MPI_Recv" and (.file | endswith("hangs.c")) and (.stack | any(startswith("main at ")))))' x.json >/dev/null ||
        { jq .findings x.json >&2; fail "$flavour: the deadlock"; }
    jq -e '.stats.other_nodes == 4 and .stats.nodes_lost == 0 and .stats.processes == 4' x.json >/dev/null || fail "$flavour: stats"
    expect_text out 'ranks 0-3  main hangs.c'
    expect_text err 'core file of rank 2: ' 'on node node3'
    for rank in 0 1 2 3; do
        [ "$(gdb -batch -ex 'print rank' ./hangs "out.d/core.rank$rank" 2>/dev/null | tail -n 1)" = "\$1 = $rank" ] ||
            fail "$flavour: the core file of rank $rank"
    done
    until_ no_monitors
    [ "$(boards)" = 0 ] || fail "$flavour: something is left in /dev/shm"
done

# A core file takes longer than a monitor may be silent, and monitors are below those that save: all of them are saved.
mkdir bin
printf '#!/bin/sh\nsleep 7\necho memory >"$2.$3"\n' >bin/gcore # gcore -o PREFIX PID
chmod +x bin/gcore
mpi_cc openmpi "$HERE/hangs.c" -o hangs
mapfile -t line < <(on_nodes openmpi ./hangs receive)
# shellcheck disable=SC2086 # words
PATH=$WORK/bin:$PATH expect_exit 1 timeout 600 $command --on-hang=kill --core --out=slow.d --json=x.json -- "${line[@]}"
for rank in 0 1 2 3; do
    [ -s "slow.d/core.rank$rank" ] || { cat err >&2; fail "no core file of rank $rank, which took long"; }
done
jq -e '.stats.nodes_lost == 0' x.json >/dev/null || { cat err >&2; fail 'a monitor that saves a core file counts as lost'; }

# By the launchers' own way to other nodes, a remote shell that passes on nothing: they send the environment themselves,
# and the secret in it. There is no file, and no command line has it.
cat >rsh <<END
#!/bin/sh
while [ "\${1#-}" != "\$1" ]; do shift; done
node=\$1
shift
mkdir -p "$WORK/\$node"
exec env -i HOME="\$HOME" PATH="\$PATH" TMPDIR="$WORK/\$node" SLURMD_NODENAME="\$node" OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 sh -c "\$*"
END
chmod +x rsh
for flavour in $(flavours); do
    mpi_cc "$flavour" "$HERE/hangs.c" -o hangs
    case $flavour in
        openmpi) line=(mpiexec.openmpi --mca plm_rsh_agent "$WORK/rsh" -H "node5,node6") ;;
        *) line=("mpiexec.$flavour" -iface lo -launcher-exec "$WORK/rsh" -hosts "node5,node6") ;;
    esac
    # shellcheck disable=SC2086 # words
    OMPI_MCA_btl=self,tcp OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_oob_tcp_if_include=lo XDG_CACHE_HOME=/proc/none \
        expect_exit 1 timeout 600 $command --on-hang=kill --no-out --json=x.json -- "${line[@]}" -n 2 ./hangs receive
    jq -e '.findings[0].rule == "hang.communication" and .stats.other_nodes == 2 and .stats.processes == 2' x.json >/dev/null ||
        { jq . x.json >&2; fail "$flavour: by a remote shell"; }
done

# A hang that the history reveals: rank 0 polls again and again, rank 1 computes for ever.
mpi_cc openmpi "$HERE/steps.c" -o steps
mapfile -t line < <(on_nodes openmpi ./steps 8 loop)
# shellcheck disable=SC2086 # words
expect_exit 1 timeout 600 $command --on-hang=kill --no-out --json=x.json -- "${line[@]}"
jq -e '.findings[0] | .rule == "hang.computation" and .ranks == [1] and .locations[0].function == "relax"' x.json >/dev/null ||
    { jq .findings x.json >&2; fail 'the hang of a rank that computes'; }

# A monitor is killed: a message says so, and the others continue to watch the job.
mapfile -t line < <(on_nodes openmpi ./steps 6 none)
# shellcheck disable=SC2086 # words
timeout 600 $command --no-out --json=x.json -- "${line[@]}" >out 2>err </dev/null &
pid=$!
four() { [ "$(monitors | wc -l)" = 4 ]; }
until_ four
sleep 2
for monitor in $(monitors); do
    ! grep -qzx 'SLURMD_NODENAME=node2' "/proc/$monitor/environ" || kill -KILL "$monitor"
done
code=0
wait "$pid" || code=$?
[ "$code" = 0 ] || { cat out err >&2; fail "exit code $code"; }
expect_text err 'the monitor of node node2 is lost'
jq -e '.stats.nodes_lost == 1 and .stats.processes == 4 and .verdict == "clean"' x.json >/dev/null ||
    { jq . x.json >&2; fail 'without a monitor'; }
until_ no_monitors
[ "$(boards)" = 0 ] || fail 'something is left in /dev/shm'
expect_exit 2 "$TUTTI" watch --no-out --interface=nowhere0 -- "${line[@]}"
expect_text err 'no interface "nowhere0" has an IPv4 address'
