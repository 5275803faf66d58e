/* The list of counts has as many entries as the communicator has ranks.
 * ranks: 3
 * expect: clean
 */
#include <mpi.h>
#include <stdlib.h>

int main(void)
{
    int data[3] = {0}, all[3], places[] = {0, 1, 2}, *counts = malloc(3 * sizeof *counts);

    MPI_Init(NULL, NULL);
    counts[0] = counts[1] = counts[2] = 1;
    MPI_Alltoallv(data, counts, places, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD);
    free(counts);
    MPI_Finalize();
    return 0;
}
