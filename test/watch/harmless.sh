#!/usr/bin/env bash
# The guests of watch, guard and trace in processes where something is missing: descriptors, memory, /dev/shm, /proc, room for
# files, the monitor. The program prints and ends as without them.
#
# The script has a small /dev/shm of its own where the system permits it, so that it can be filled.
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
. "$HERE/secrets.sh"
[ "$own_shm" != own ] || mount -t tmpfs -o size=64m tmpfs /dev/shm
library=$(cd "$(dirname "$TUTTI")/../lib/tutti" && pwd)

# Programs get this signal as the test does.
ignores=$((0x$(sed -n 's/^SigIgn:[[:space:]]*//p' /proc/self/status) >> 12 & 1))

# judge WHAT CODE CHILDREN: the program ended with this code, and was told of so many children.
judge() {
    rm -f /dev/shm/full
    if [ "$2" != 5 ] || ! grep -qx "children: $3, ignores SIGPIPE: $ignores" err; then
        cat err >&2
        fail "$flavour, $1: exit code $2, '$(grep '^children' err)'"
    fi
}

# plain CHILDREN WHAT...: the program without a guest.
plain() {
    local code=0 children=$1
    shift
    timeout 600 "${line[@]}" "$@" >out 2>err </dev/null || code=$?
    judge "no guest: $*" "$code" "$children"
}

# guarded CHILDREN GUEST WHAT...: the program with a guest, named by the words of the command.
guarded() {
    local children=$1 guest=$2
    shift 2
    rm -f x.json
    # shellcheck disable=SC2086 # words
    timeout 600 "$TUTTI" $guest --no-out --json=x.json -- "${line[@]}" "$@" >out 2>err </dev/null || true
    judge "$guest: $*" "$(jq .stats.exit_code x.json)" "$children"
}

# The node of the ranks has a monitor of its own with --interface, which one of the ranks starts.
with_each() {
    local children=$1 guest
    shift
    plain "$children" "$@"
    for guest in 'watch --interface=lo' guard trace; do
        guarded "$children" "$guest" "$@"
    done
}

# A program that the ranks take for the monitor: it notes that it was started.
printf '#!/bin/sh\necho "$1" >>"%s/called"\nexec "%s/tutti-watch-node" "$@"\n' "$WORK" "$library" >node
chmod +x node

# lonely ADDRESS: the environment that the command gives to the ranks of a node, where nobody answers at that address. The
# monitor calls for half a minute.
lonely() {
    local code=0 job secret
    job=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
    secret=$(head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n')
    rm -f called
    timeout 600 "mpiexec.$flavour" -n 2 env SLURMD_NODENAME=far LD_PRELOAD="$library/libtutti-beacon-$flavour.so" TUTTI_GUEST_BEACON="$job" \
        OMPI_TUTTI_SECRET="$secret" TUTTI_GUEST_MONITOR="$WORK/node $1 " ./harmless ignored >out 2>err </dev/null || code=$?
    judge "no hub at $1" "$code" 0
    grep -qx "$1 " called || fail "$flavour: no monitor calls $1"
}

# Cases that need the rights of root.
full=$([ "$own_shm" != own ] || echo shm)
absent=$([ "$(id -u)" != 0 ] || echo no-proc)
locked=$([ "$(id -u)" != 0 ] || echo read-only)
for flavour in $(flavours); do
    mpi_cc "$flavour" -D_GNU_SOURCE -rdynamic "$HERE/harmless.c" -o harmless -ldl
    line=("mpiexec.$flavour" -n 2 env SLURMD_NODENAME=near ./harmless)
    # A program is told only of its own children: the monitor is not one of them.
    with_each 1 counted children timer files "$full" "$absent"
    with_each 0 counted descriptors "$locked"
    with_each 0 memory
    # No room for a board: the job still runs.
    plain 0 unlimited
    (ulimit -Sf 20000 && guarded 0 watch unlimited)
    expect_text err 'the job runs and is not watched'
    expect_text x.json 'which was not watched'
    # What the program has told the kernel about debuggers is replaced only where the monitor could not look otherwise.
    for scope in 0 1 2 3 none; do
        rm -f "scope-$scope"
        [ "$scope" = none ] || echo "$scope" >"scope-$scope"
        guarded 0 'watch --interface=lo' "scope-$scope"
        expect_text err "admitted: $([ "$scope" = 1 ] && echo 1 || echo 0)"
    done
    lonely 127.0.0.1:1   # refuses
    lonely 192.0.2.1:999 # is silent
    line=(env SLURMD_NODENAME=near ./harmless)
    with_each 0 input
    with_each 0 closed
    [ "$flavour" = "$WHOLE" ] || continue
    for name in socket connect recvmsg mmap posix_fallocate open; do
        guarded 0 'watch --interface=lo' "without-$name"
    done
    for name in mmap posix_fallocate open; do
        guarded 0 trace "without-$name"
    done
    guarded 0 guard without-fopen
    guarded 0 guard without-open
done
while [ -n "$(monitors)" ]; do
    sleep 0.2
done
