/* MPI_Sendrecv sends from and receives into the same memory.
 * ranks: 2
 * expect: arg.buffer
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, v;
    MPI_Status s;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    v = 10 + rank;
    MPI_Sendrecv(&v, 1, MPI_INT, other, 0, &v, 1, MPI_INT, other, 0, comm, &s); /* HERE arg.buffer */
    MPI_Finalize();
    return 0;
}
