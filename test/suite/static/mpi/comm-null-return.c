/* Ranks that are not in the group leave before a barrier of all ranks.
 * ranks: 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

static void work(MPI_Comm some)
{
    if (some == MPI_COMM_NULL) /* HERE collective.divergence */
        return;
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(void)
{
    int rank, members[2] = {0, 1};
    MPI_Group all, two;
    MPI_Comm some;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 2, members, &two);
    MPI_Comm_create(MPI_COMM_WORLD, two, &some);
    work(some);
    if (some != MPI_COMM_NULL)
        MPI_Comm_free(&some);
    MPI_Group_free(&two);
    MPI_Group_free(&all);
    if (rank > 1000)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
