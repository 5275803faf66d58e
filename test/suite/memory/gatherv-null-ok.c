/* Only the root of a gather needs lists and a buffer.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, counts[] = {1, 1}, places[] = {1, 0}, all[2] = {0};

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Gatherv(&rank, 1, MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
    else
        MPI_Gatherv(&rank, 1, MPI_INT, NULL, NULL, NULL, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
    assert(rank != 0 || all[0] == 1);
    MPI_Finalize();
    return 0;
}
