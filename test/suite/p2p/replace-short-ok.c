/* MPI_Sendrecv_replace with two elements on both sides.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, both[2];
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    both[0] = both[1] = 10 + rank;
    int n = 2;
    MPI_Status s;
    MPI_Sendrecv_replace(both, n, MPI_INT, other, 0, other, 0, comm, &s);
    assert(both[0] == 10 + other && both[1] == 10 + other);
    MPI_Finalize();
    return 0;
}
