/* A datatype is freed in the order of messages in which it is made.
 * ranks: 3
 * expect: clean
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Datatype pair;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        if (in == 2) {
            MPI_Type_contiguous(2, MPI_INT, &pair);
            MPI_Type_free(&pair);
        }
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
