/* A group has a rank that is not in the communicator.
 * ranks: 3
 * expect: arg.other
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Group world;
    MPI_Comm part, comm;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &part);
    MPI_Comm_create(part, world, &comm); /* HERE arg.other */
    MPI_Comm_free(&comm);
    MPI_Comm_free(&part);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
