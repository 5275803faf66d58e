# slurm.sh: a private Slurm on this machine, for tests. To be sourced by bash.
#
#   slurm_available          whether what it needs is installed
#   slurm_start DIR NODES    starts munged, slurmctld and NODES slurmds (n1, n2, ...), all on
#                            127.0.0.1, with everything they write in DIR; exports SLURM_CONF
#                            (slurm_plugin: a SPANK plugin that its commands are to load)
#   slurm_stop               ends what slurm_start started, and nothing else
#
# Nothing of an installed Slurm is touched or used but its binaries. Whoever calls slurm_start calls
# slurm_stop in a trap. Each step has a time limit; on failure the logs are shown.
# shellcheck shell=bash

slurm_pids=()
slurm_directory=

slurm_available() {
    local tool
    for tool in munged slurmctld slurmd; do
        PATH=$PATH:/usr/sbin command -v "$tool" >/dev/null || return 1
    done
    for tool in srun salloc sinfo scancel; do
        command -v "$tool" >/dev/null || return 1
    done
}

# Ports below the range that the kernel gives to clients. A test that runs at the same time may look
# for one too, hence the random choice.
slurm_free_port() {
    local port
    for _ in {1..200}; do
        port=$((20000 + RANDOM % 12000))
        if ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
            echo "$port"
            return 0
        fi
    done
    return 1
}

# slurm_wait SECONDS COMMAND...: until it succeeds.
slurm_wait() {
    local end=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        [ "$SECONDS" -lt "$end" ] || return 1
        sleep 0.1
    done
}

# Slurm's daemons listen on the address of the host's name. Where that is not a loopback address they
# listen on all, so that the ranks and commands of the test, which use 127.0.0.1, reach them.
slurm_listen() {
    case $(getent ahostsv4 "$(hostname -s)" | head -n 1) in
        127.0.0.1\ *) echo CommunicationParameters=NoInAddrAny,NoCtldInAddrAny ;;
    esac
}

slurm_configuration() { # DIR NODES
    local dir=$1 user host node
    user=$(id -un) host=$(hostname -s)
    slurm_listen
    cat <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(slurm_free_port)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$dir/munge.socket
CredType=cred/munge
StateSaveLocation=$dir/state
SlurmctldPidFile=$dir/slurmctld.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdPidFile=$dir/slurmd.%n.pid
SlurmdSpoolDir=$dir/spool.%n
SlurmdLogFile=$dir/slurmd.%n.log
TmpFS=$dir/tmp.%n
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
KillWait=2
SlurmdTimeout=0
PlugStackConfig=$dir/plugstack.conf
END
    for ((node = 1; node <= $2; node++)); do
        mkdir -p "$dir/spool.n$node" "$dir/tmp.n$node"
        echo "NodeName=n$node NodeHostname=$host NodeAddr=127.0.0.1 Port=$(slurm_free_port) CPUs=4 State=UNKNOWN"
    done
    echo 'PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP'
}

# slurm_daemon LOG COMMAND...: in the foreground of a process of ours, so that its number is known.
slurm_daemon() {
    local log=$1
    shift
    PATH=$PATH:/usr/sbin "$@" >"$log" 2>&1 </dev/null &
    slurm_pids+=($!)
}

slurm_failed() { # WHAT
    printf 'slurm: %s\n' "$1" >&2
    tail -n 20 "$slurm_directory"/*.log >&2 || true
    return 1
}

slurm_idle() { # NODES
    [ "$(timeout 20 sinfo -h -N -o %t | grep -c '^idle')" = "$1" ]
}

slurm_start() {
    local dir nodes=$2 node
    mkdir -p "$1/state"
    dir=$(cd "$1" && pwd)
    slurm_directory=$dir
    chmod 755 "$dir"
    dd if=/dev/urandom of="$dir/munge.key" bs=1024 count=1 status=none
    chmod 400 "$dir/munge.key"
    export SLURM_CONF=$dir/slurm.conf
    slurm_configuration "$dir" "$nodes" >"$SLURM_CONF"
    # A plugin of Slurm's commands, if the caller names one.
    [ -z "${slurm_plugin:-}" ] || echo "optional $slurm_plugin" >"$dir/plugstack.conf"
    # Nothing here uses control groups, but slurmd wants to know their kind; the first needs none.
    echo CgroupPlugin=cgroup/v1 >"$dir/cgroup.conf"
    slurm_daemon "$dir/munged.log" munged --foreground --force --num-threads=2 --socket="$dir/munge.socket" \
        --key-file="$dir/munge.key" --pid-file="$dir/munged.pid" --seed-file="$dir/munge.seed"
    slurm_wait 100 test -S "$dir/munge.socket" || slurm_failed 'munged did not start' || return 1
    slurm_daemon "$dir/slurmctld.out.log" slurmctld -D -i -f "$SLURM_CONF"
    slurm_wait 200 timeout 20 scontrol ping || slurm_failed 'slurmctld did not start' || return 1
    for ((node = 1; node <= nodes; node++)); do
        slurm_daemon "$dir/slurmd.n$node.out.log" slurmd -D -N "n$node" -f "$SLURM_CONF"
    done
    slurm_wait 300 slurm_idle "$nodes" || slurm_failed 'not all nodes are idle' || return 1
}

slurm_stop() {
    local index pid
    [ ${#slurm_pids[@]} -gt 0 ] || return 0
    # Jobs first: their processes are no children of ours.
    timeout 10 scancel --user="$(id -un)" >/dev/null 2>&1 || true
    slurm_wait 60 slurm_no_jobs || true
    for ((index = ${#slurm_pids[@]} - 1; index >= 0; index--)); do
        pid=${slurm_pids[index]}
        kill -TERM "$pid" 2>/dev/null || continue
        slurm_wait 60 slurm_gone "$pid" || kill -KILL "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || true
    done
    slurm_pids=()
    unset SLURM_CONF
}

slurm_no_jobs() { [ -z "$(timeout 20 squeue -h 2>/dev/null)" ]; }

# Gone or a zombie of ours.
slurm_gone() { ! kill -0 "$1" 2>/dev/null || grep -q ') Z ' "/proc/$1/stat"; }
