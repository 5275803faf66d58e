#!/usr/bin/env bash
# Tutti's knowledge of datatypes against the MPI libraries: random nested datatypes are packed, sent and freed.
# usage: datatype_oracle.sh SOURCE_ROOT NAMES FLAVOUR=DIRECTORY...
. "$(dirname "$0")/../lib.sh"
[ $# -gt 2 ] || fail "usage: datatype_oracle.sh SOURCE_ROOT NAMES FLAVOUR=DIRECTORY..."
src=$1/src names=$2
shift 2
world=$src/runtime/world

for pair; do
    flavour=${pair%%=*}
    # Without the datatypes that this version of the library, or its header for C, does not have.
    echo '#include <mpi.h>' | mpi_cc "$flavour" -E -dM -x c - | sed -n 's/^#define //p' |
        grep -vE 'MPI_DATATYPE_NULL\)$|THIS_SYMBOL' | awk '{ print $1 }' >defined
    version=$(echo '#include <mpi.h>' | mpi_cc "$flavour" -E -dM -x c - | sed -n 's/^#define MPI_VERSION //p')
    awk -F'[(), ]+' 'NR == FNR { has[$1] = 1; next } !/datatype/ || has[$3]' defined \
        "${pair#*=}/constants.h" >"constants-$flavour.h"
    mpi_cc "$flavour" -O1 -std=gnu17 -D_GNU_SOURCE -I"$src" -DTUTTI_MPI_NAMES="\"$names\"" \
        -DMPI_VERSION="$version" -I"${pair#*=}" -DTUTTI_CONSTANTS="\"$PWD/constants-$flavour.h\"" "$HERE/datatype_oracle.c" "$world/datatype/datatype.c" \
        "$world/datatype/decode.c" "$world/model/signature.c" "$world/model/layout.c" "$src/runtime/next.c" \
        -ldl -o "oracle-$flavour"
    for seed in 1 2 3; do
        expect_exit 0 "./oracle-$flavour" "$seed" 2000
        printf '%s: ' "$flavour"
        cat out
    done
done
