/* One more element than a static array of a function has.
 * ranks: 2
 * expect: arg.buffer
 */
#include <mpi.h>
#include <stddef.h>

enum { COUNT = 11 };
int before[100];

int main(void)
{
    static int values[10];

    MPI_Init(NULL, NULL);
    before[99] = values[9] = 1;
    MPI_Bcast(before + 100 - COUNT, COUNT, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(values, COUNT, MPI_INT, 0, MPI_COMM_WORLD); /* HERE arg.buffer */
    MPI_Finalize();
    return 0;
}
