/* A message is sent and received before a barrier.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Status s;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 0, comm);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, &s);
    MPI_Barrier(comm);
    MPI_Finalize();
    return 0;
}
