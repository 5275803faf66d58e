/* Both ranks exchange two integers.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, mine[2], theirs[2] = {0, 0};
    MPI_Status s;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    mine[0] = mine[1] = 10 + rank;
    int space = 2;
    MPI_Sendrecv(mine, 2, MPI_INT, other, 0, theirs, space, MPI_INT, other, 0, comm, &s);
    assert(theirs[0] == 10 + other && theirs[1] == 10 + other);
    MPI_Finalize();
    return 0;
}
