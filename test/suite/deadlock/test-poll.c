/* A rank polls with MPI_Test for a message that nobody sends.
 * ranks: 2
 * expect: deadlock
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, flag = 0, value = 1;
    MPI_Request r;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&value, 1, MPI_INT, 1, 0, comm, &r);
        while (!flag)
            MPI_Test(&r, &flag, MPI_STATUS_IGNORE); /* HERE deadlock */
    }
    MPI_Barrier(comm);
    MPI_Finalize();
    return 0;
}
