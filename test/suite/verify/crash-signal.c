/* A pointer is set only if rank 1 is heard of first.
 * ranks: 3
 * expect: crash.signal race.message
 * executions: 2
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, in = 0, place = 0, *volatile target = NULL;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE race.message */
        if (in == 1)
            target = &place;
        *target = in; /* HERE crash.signal */
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
