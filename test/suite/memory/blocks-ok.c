/* Two blocks of an allgather land one behind the other, the second first.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int own[2] = {0}, all[4], counts[] = {2, 2}, places[] = {2, 0};

    MPI_Init(NULL, NULL);
    MPI_Allgatherv(own, 2, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
