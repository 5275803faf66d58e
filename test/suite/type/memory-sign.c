/* Integers with a sign are sent as those without, which is worth a note.
 * ranks: 2
 * expect: mismatch.datatype
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int numbers[4] = {-1, 2, -3, 4}; /* CREATED mismatch.datatype */

    MPI_Init(NULL, NULL);
    MPI_Bcast(numbers, 4, MPI_UNSIGNED, 0, MPI_COMM_WORLD); /* HERE mismatch.datatype */
    MPI_Finalize();
    return 0;
}
