/* Only rank 5 fails, and there are two ranks at first.
 * ranks: 2 6
 * expect: assert
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    assert(rank != 5); /* HERE assert */
    MPI_Finalize();
    return 0;
}
