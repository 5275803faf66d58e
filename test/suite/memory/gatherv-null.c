/* The root of a gather gives no displacements.
 * ranks: 2
 * expect: arg.other
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, counts[] = {1, 1}, all[2];

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Gatherv(&rank, 1, MPI_INT, all, counts, NULL, MPI_INT, 0, MPI_COMM_WORLD); /* HERE arg.other */
    MPI_Finalize();
    return 0;
}
