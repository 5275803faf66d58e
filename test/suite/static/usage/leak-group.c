/* The group of a communicator is never freed.
 * ranks: 1
 * expect: leak.group
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int size;
    MPI_Group all;

    MPI_Init(NULL, NULL);
    MPI_Comm_group(MPI_COMM_WORLD, &all); /* HERE leak.group */
    MPI_Group_size(all, &size);
    MPI_Finalize();
    return 0;
}
