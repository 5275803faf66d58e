/* Every rank receives from itself what it sends to itself later.
 * ranks: 2
 * expect: deadlock
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status s;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Recv(&in, 1, MPI_INT, rank, 0, comm, &s); /* HERE deadlock */
    MPI_Send(&rank, 1, MPI_INT, rank, 0, comm);
    MPI_Finalize();
    return 0;
}
