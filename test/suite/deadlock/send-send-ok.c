/* The ranks exchange by MPI_Sendrecv.
 * ranks: 2
 * expect: clean
 * options: --buffering=zero
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, in;
    MPI_Status s;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Sendrecv(&rank, 1, MPI_INT, other, 0, &in, 1, MPI_INT, other, 0, comm, &s);
    MPI_Finalize();
    return 0;
}
