/* A rank asks for an answer while it still has work to do, and the question comes last.
 * ranks: 2
 * expect: clean
 * executions: 1
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0, flag = 0;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 3000 && !flag; i++)
            MPI_Iprobe(1, 0, comm, &flag, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 1, 0, comm);
        MPI_Recv(&in, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&in, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
