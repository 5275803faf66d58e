/* A message is sent before a barrier and received after it.
 * ranks: 2
 * expect: send.buffering
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
        MPI_Send(&value, 1, MPI_INT, 1, 0, comm); /* HERE send.buffering */
    MPI_Barrier(comm);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, &s);
    MPI_Finalize();
    return 0;
}
