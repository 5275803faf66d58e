/* A communicator does not need the group from which it was made.
 * ranks: 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int ranks[1] = {0};
    MPI_Group world, first;
    MPI_Comm comm;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, ranks, &first);
    MPI_Comm_create(MPI_COMM_WORLD, first, &comm);
    MPI_Group_free(&world);
    MPI_Group_free(&first);
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
