/* The rank in a group decides about a barrier.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int value;
    MPI_Group all;

    MPI_Init(NULL, NULL);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_rank(all, &value);
    if (value > 0) /* HERE collective.divergence */
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
