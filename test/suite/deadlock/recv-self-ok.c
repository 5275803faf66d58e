/* Every rank exchanges with itself by MPI_Sendrecv.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status s;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Sendrecv(&rank, 1, MPI_INT, rank, 0, &in, 1, MPI_INT, rank, 0, comm, &s);
    MPI_Finalize();
    return 0;
}
