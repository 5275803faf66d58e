/* Ranks without the communicator are left out of its barrier.
 * ranks: 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank;
    MPI_Comm pair;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank < 2 ? 0 : MPI_UNDEFINED, rank, &pair);
    if (pair != MPI_COMM_NULL) {
        MPI_Barrier(pair);
        MPI_Comm_free(&pair);
    }
    MPI_Finalize();
    return 0;
}
