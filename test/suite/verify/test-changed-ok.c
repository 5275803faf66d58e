/* The buffer of the send is changed only when the send is over.
 * ranks: 2
 * expect: clean
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1, flag;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Isend(&value, 1, MPI_INT, 1, 0, comm, &r);
        MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
        if (!flag)
            MPI_Wait(&r, MPI_STATUS_IGNORE);
        value = 2;
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
