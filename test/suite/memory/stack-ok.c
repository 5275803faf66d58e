/* An array of the caller is as long as the function takes it for.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static void share(int *values, int count)
{
    int copy = count;
    MPI_Bcast(values, copy, MPI_INT, 0, MPI_COMM_WORLD);
}

int main(void)
{
    int before[4] = {0}, values[10] = {0}, after[4] = {0};

    MPI_Init(NULL, NULL);
    share(values, 10);
    share(values + 6, 4);
    share(&values[9], 1);
    share(before, 4);
    share(after, 4);
    share(values + 5, 5);
    MPI_Finalize();
    return 0;
}
