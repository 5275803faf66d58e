/* A bitwise reduction of numbers of type unsigned.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    unsigned mine = 1, all;

    MPI_Init(NULL, NULL);
    MPI_Allreduce(&mine, &all, 1, MPI_UNSIGNED, MPI_BAND, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
