/* All ranks meet the barrier before they leave at different places.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank > 0) {
        MPI_Finalize();
        return 0;
    }
    MPI_Finalize();
    return 0;
}
