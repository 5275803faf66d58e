/* The groups that two ranks make a communicator of overlap and differ.
 * ranks: 3
 * expect: mismatch.collective
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Group world, group;
    MPI_Comm comm;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int ranks[2] = {rank == 2, rank == 2 ? 2 : 1};

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 2, ranks, &group);
    MPI_Comm_create(MPI_COMM_WORLD, group, &comm); /* HERE mismatch.collective */
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
