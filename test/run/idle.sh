#!/usr/bin/env bash
# Requests that are never started, in pairs: a wait for one is an error if the other end was forgotten too.
. "$(dirname "$0")/../lib.sh"

cat >parts.c <<'END'
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, values[4] = {0};
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Psend_init(values, 2, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Precv_init(values, 1, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
END

cat >barriers.c <<'END'
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, done;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier_init(rank == 0 || argc > 1 ? MPI_COMM_WORLD : MPI_COMM_SELF, MPI_INFO_NULL, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
END

# idle SEVERITY RANKS PROGRAM...: the ranks that have such a finding.
idle() {
    local severity=$1 ranks=$2
    shift 2
    "$TUTTI" run -n 2 --json=j.json --no-out -- "$@" >out 2>err || true
    judge "[.findings[] | select(.rule == \"request.missing-start\" and .severity == \"$severity\") | .ranks[]] | sort == $ranks"
}

for flavour in $(flavours); do
    printf '#include <mpi.h>\nvoid *found = MPI_Psend_init;\n' >has.c
    mpi_cc "$flavour" -c has.c 2>/dev/null || continue # before MPI 4
    mpi_cc "$flavour" parts.c -o "parts.$flavour"
    idle error '[0, 1]' "./parts.$flavour"
    mpi_cc "$flavour" barriers.c -o "barriers.$flavour"
    idle error '[0, 1]' "./barriers.$flavour" same
    idle note '[0, 1]' "./barriers.$flavour"
done
