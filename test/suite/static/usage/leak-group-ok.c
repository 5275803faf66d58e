/* The group of a communicator is freed.
 * ranks: 1
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int size;
    MPI_Group all;

    MPI_Init(NULL, NULL);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_size(all, &size);
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
