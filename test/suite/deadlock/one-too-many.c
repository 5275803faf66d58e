/* The receiver expects one message more than is sent; the sender has finalized.
 * ranks: 2
 * expect: deadlock
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Status status;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (int i = 0; i < 5; i++)
            MPI_Send(&i, 1, MPI_INT, 1, 0, comm);
    } else {
        for (int i = 0; i <= 5; i++)
            MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, &status); /* HERE deadlock */
    }
    MPI_Finalize();
    return 0;
}
