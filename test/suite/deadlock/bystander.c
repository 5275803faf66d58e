/* Ranks 0 and 1 wait for each other, rank 2 for rank 1; rank 3 is done.
 * ranks: 4
 * expect: deadlock
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in;
    MPI_Status s;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Recv(&in, 1, MPI_INT, 1, 0, comm, &s); /* HERE deadlock */
        MPI_Send(&rank, 1, MPI_INT, 1, 0, comm);
    } else if (rank == 1) {
        MPI_Recv(&in, 1, MPI_INT, 0, 0, comm, &s); /* HERE deadlock */
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
        MPI_Send(&rank, 1, MPI_INT, 2, 0, comm);
    } else if (rank == 2) {
        MPI_Recv(&in, 1, MPI_INT, 1, 0, comm, &s);
    }
    MPI_Finalize();
    return 0;
}
