/* The two buffers of MPI_Sendrecv overlap in one element.
 * ranks: 2
 * expect: arg.buffer
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, v[4] = {1, 2, 3, 4};
    MPI_Status s;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    int *in = v + 1;
    MPI_Sendrecv(v, 2, MPI_INT, other, 0, in, 2, MPI_INT, other, 0, comm, &s); /* HERE arg.buffer */
    MPI_Finalize();
    return 0;
}
