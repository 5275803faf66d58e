/* Integers with a sign are sent as such.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int numbers[4] = {-1, 2, -3, 4};

    MPI_Init(NULL, NULL);
    MPI_Bcast(numbers, 4, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
