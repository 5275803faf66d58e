#!/usr/bin/env bash
# version.sh COMPILER: the version of MPI that programs of the suite can count on with this compiler.
printf '%s\n' '#include <mpi.h>' \
    '#if OMPI_MAJOR_VERSION == 5 /* says 3.1, and has all of MPI 4.0 but large counts */' \
    '4.0' '#else' 'MPI_VERSION MPI_SUBVERSION' '#endif' |
    "$1" -E -x c - | tail -n 1 | tr ' ' .
