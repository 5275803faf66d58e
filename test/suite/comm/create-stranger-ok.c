/* The group is that of the communicator.
 * ranks: 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Group group;
    MPI_Comm part, comm;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &part);
    MPI_Comm_group(part, &group);
    MPI_Comm_create(part, group, &comm);
    MPI_Comm_free(&comm);
    MPI_Comm_free(&part);
    MPI_Group_free(&group);
    MPI_Finalize();
    return 0;
}
