#!/usr/bin/env bash
# tutti cc: checks that are compiled in stop a program before it deadlocks, on each MPI, with few and
# many ranks, on all kinds of communicators; and leave correct ones alone.
. "$(dirname "$0")/../lib.sh"
cp "$HERE"/checks.* .

place_of() { grep -n "[*/!] $2\( \*/\)\?\$" "$1" | cut -d: -f1; }

# stopped RANKS RULE FILE MARKS... -- PROGRAM [ARG...]: the job ends by itself with a message that
# names the marked lines.
stopped() {
    local ranks=$1 rule=$2 file=$3 marks=() code=0 mark
    shift 3
    while [ "$1" != -- ]; do marks+=("$1"); shift; done
    shift
    timeout 600 "mpiexec.$flavour" -n "$ranks" "$@" >out 2>err </dev/null || code=$?
    [ "$code" != 124 ] || { cat out err >&2; fail "$flavour, $ranks ranks: $* is not stopped"; }
    [ "$code" != 0 ] || { cat out err >&2; fail "$flavour, $ranks ranks: $* succeeds"; }
    ! grep -q 'done' out || fail "$flavour, $ranks ranks: $* goes on to its end"
    expect_text err "[$rule]" 'tutti: the job is stopped'
    for mark in "${marks[@]}"; do
        expect_text err "$file:$(place_of "$file" "$mark") in "
    done
}

# right RANKS PROGRAM [ARG...]: it runs as it does without checks.
right() {
    local ranks=$1
    shift
    expect_exit 0 timeout 600 "mpiexec.$flavour" -n "$ranks" "$@"
    expect_text out 'done'
    ! grep -q tutti err || { cat err >&2; fail "$flavour, $ranks ranks: $* is complained of"; }
}

for flavour in $(flavours); do
    expect_exit 0 "$TUTTI" cc -ftutti-mpi="$flavour" -Wno-tutti -O2 checks.c -o checks
    for mode in world split circle inter nonblocking mixed window file fine finalize duplicate; do
        right 4 ./checks $mode
    done
    for ranks in 2 4 16; do
        stopped "$ranks" mismatch.collective checks.c 'world one' 'world other' -- ./checks world wrong
        stopped "$ranks" mismatch.collective checks.c 'finalize one' end -- ./checks finalize wrong
        stopped "$ranks" mismatch.collective checks.c 'split one' 'split other' -- ./checks split wrong
        stopped "$ranks" deadlock checks.c 'circle one' 'circle other' -- ./checks circle wrong
    done
    stopped 4 mismatch.collective checks.c 'duplicate one' end -- ./checks duplicate wrong
    stopped 4 mismatch.collective checks.c 'inter one' 'inter other' -- ./checks inter wrong
    stopped 4 mismatch.collective checks.c 'nonblocking one' 'nonblocking other' -- ./checks nonblocking wrong
    stopped 4 mismatch.collective checks.c 'mixed one' 'mixed other' -- ./checks mixed wrong
    stopped 4 mismatch.collective checks.c 'window one' 'window other' -- ./checks window wrong
    stopped 4 mismatch.collective checks.c 'file one' 'file other' -- ./checks file wrong
    stopped 4 mismatch.root checks.c 'root one' -- ./checks root wrong
    stopped 4 mismatch.op checks.c 'operation one' -- ./checks operation wrong
    stopped 4 mismatch.count checks.c 'amount one' -- ./checks amount wrong

    # Ranks are merged, and the branch is named.
    stopped 4 mismatch.collective checks.c 'world one' -- ./checks world wrong
    expect_text err "ranks 0-2 call MPI_Bcast(root 0, 4 bytes) at" "rank 3 calls MPI_Barrier at" \
        "the branch at checks.c:$(($(place_of checks.c 'world one') - 1)) decides"

    expect_exit 0 "$TUTTI" c++ -ftutti-mpi="$flavour" -Wno-tutti -O2 checks.cc -o checks-cc
    right 4 ./checks-cc
    stopped 4 mismatch.collective checks.cc member destructor -- ./checks-cc wrong

    expect_exit 0 "$TUTTI" fc -ftutti-mpi="$flavour" -Wno-tutti -O2 checks.f90 -o checks-f90
    right 4 ./checks-f90
    stopped 4 mismatch.collective checks.f90 allreduce barrier -- ./checks-f90 wrong

    # In the virtual world the checks do nothing: findings and their places are those without checks.
    expect_exit 1 "$TUTTI" run --no-out -n 2 -- ./checks world wrong
    expect_text out mismatch.collective
    ! grep -q 'tutti: the job is stopped' out err || fail "$flavour: a check speaks in the virtual world"
done
