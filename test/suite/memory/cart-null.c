/* A grid is made without saying which dimensions are periodic.
 * ranks: 2
 * expect: arg.other
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int sizes[] = {2};
    MPI_Comm grid;

    MPI_Init(NULL, NULL);
    MPI_Cart_create(MPI_COMM_WORLD, 1, sizes, NULL, 0, &grid); /* HERE arg.other */
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
