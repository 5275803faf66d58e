/* The list of counts has fewer entries than the communicator has ranks.
 * ranks: 3
 * expect: arg.count
 */
#include <mpi.h>
#include <stdlib.h>

int main(void)
{
    int data[3] = {0}, all[3], places[] = {0, 1, 2}, *counts = malloc(2 * sizeof *counts); /* CREATED arg.count */

    MPI_Init(NULL, NULL);
    counts[0] = counts[1] = 1;
    MPI_Alltoallv(data, counts, places, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD); /* HERE arg.count */
    free(counts);
    MPI_Finalize();
    return 0;
}
