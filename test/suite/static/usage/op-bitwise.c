/* A bitwise reduction of numbers of type double.
 * ranks: 2
 * expect: arg.op
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    double mine = 1, all;

    MPI_Init(NULL, NULL);
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD); /* HERE arg.op */
    MPI_Finalize();
    return 0;
}
