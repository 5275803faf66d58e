/* What is checked holds for each rank and number.
 * ranks: 2
 * expect: clean
 * seed: 10
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (rank == 3 && n == 100 * rank)
        assert(size > 3 && n == 300);
    MPI_Finalize();
    return 0;
}
