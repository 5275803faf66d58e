/* Two ranks exchange messages in one call; a third only waits for them.
 * ranks: 3
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in, out = 1;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(&out, 1, MPI_INT, 1, 0, comm);
        return MPI_Finalize();
    }
    int other = 3 - rank;
    MPI_Sendrecv(&out, 1, MPI_INT, other, 0, &in, 1, MPI_INT, other, 0, comm, MPI_STATUS_IGNORE);
    if (rank == 1)
        MPI_Recv(&in, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
