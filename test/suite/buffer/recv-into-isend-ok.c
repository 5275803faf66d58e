/* A message is received into a buffer of its own while a send is pending.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, out, in;
    MPI_Request r;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    out = in = rank;
    int *space = &in;
    MPI_Isend(&out, 1, MPI_INT, other, 0, comm, &r);
    MPI_Recv(space, 1, MPI_INT, other, 0, comm, MPI_STATUS_IGNORE);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
