/* A master sends the end only to the worker that it heard of last.
 * ranks: 3
 * expect: deadlock race.message
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in, stop = 0;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE race.message */
        MPI_Send(&stop, 1, MPI_INT, 1, 0, comm);
        if (in != 1)
            MPI_Send(&stop, 1, MPI_INT, in, 0, comm);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
        MPI_Recv(&in, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE); /* HERE deadlock */
    }
    MPI_Finalize();
    return 0;
}
