#!/usr/bin/env bash
# tutti cc: checks of which threads call MPI, at each level of thread support, on each MPI.
. "$(dirname "$0")/../lib.sh"
cp "$HERE"/checks-threads.c .

right() {
    expect_exit 0 timeout 600 "mpiexec.$flavour" -n 2 ./checks-threads "$@"
    expect_text out 'done'
    ! grep -q tutti err || { cat err >&2; fail "$flavour: $* is complained of"; }
}

# stopped RULE LEVEL MODE MARKS...
stopped() {
    local rule=$1 level=$2 mode=$3 code=0 mark
    shift 3
    timeout 600 "mpiexec.$flavour" -n 2 ./checks-threads "$level" "$mode" >out 2>err </dev/null || code=$?
    case $code in 0 | 124) cat out err >&2; fail "$flavour: $level $mode is not stopped: $code" ;; esac
    expect_text err "[$rule]" 'tutti: the job is stopped'
    for mark; do
        expect_text err "checks-threads.c:$(line_of "$mark" checks-threads.c) in "
    done
}

for flavour in $(flavours); do
    expect_exit 0 "$TUTTI" cc -ftutti-mpi="$flavour" -ftutti-checks=all -Wno-tutti -O2 -fopenmp \
        checks-threads.c -o checks-threads
    for level in 1 2 3; do
        right $level master
    done
    stopped thread.level 1 other other
    for level in 2 3; do
        right $level other
        right $level barrier
        right $level critical
        stopped thread.multithreaded-collective $level team team
        stopped thread.concurrent-collectives $level nowait 'nowait one' 'nowait other'
    done
    stopped thread.level 2 overlap 'overlap one' 'overlap other'
    right 3 overlap
    right 3 apart
done
