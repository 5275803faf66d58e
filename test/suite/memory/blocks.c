/* Two blocks of an allgather land in the same place.
 * ranks: 2
 * expect: arg.buffer
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int own[2] = {0}, all[4], counts[] = {2, 2}, places[] = {1, 0};

    MPI_Init(NULL, NULL);
    MPI_Allgatherv(own, 2, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD); /* HERE arg.buffer */
    MPI_Finalize();
    return 0;
}
