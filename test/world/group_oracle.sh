#!/usr/bin/env bash
# Groups, topologies and divisions of nodes as each MPI library computes them, and as the guest does.
. "$(dirname "$0")/../lib.sh"

source=$HERE/../../src
for flavour in $(flavours); do
    mpi_cc "$flavour" -std=gnu17 -D_GNU_SOURCE -Wall -Wextra -Werror -Wno-stringop-overflow -O1 -I "$source" \
        "$HERE/group_oracle.c" \
        "$source"/runtime/world/model/{dims,group,topology}.c -o oracle
    # Waiting ranks of MPICH keep their processors busy: so there are few rounds of collective calls.
    rounds=100
    [ "$flavour" != mpich ] || rounds=15
    expect_exit 0 mpi_exec "$flavour" -n 4 ./oracle $rounds
    expect_text out 'agree: '
    cat out
done
