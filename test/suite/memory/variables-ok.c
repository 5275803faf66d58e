/* As many elements as a static array of a function has.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

enum { COUNT = 10 };
int before[100];

int main(void)
{
    static int values[10];

    MPI_Init(NULL, NULL);
    before[99] = values[9] = 1;
    MPI_Bcast(before + 100 - COUNT, COUNT, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(values, COUNT, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
