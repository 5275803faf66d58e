/* Both halves of MPI_Sendrecv have a valid tag.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, mine = 1, theirs;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status s;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    int tag = 100;
    MPI_Sendrecv(&mine, 1, MPI_INT, other, 100, &theirs, 1, MPI_INT, other, tag, comm, &s);
    MPI_Finalize();
    return 0;
}
