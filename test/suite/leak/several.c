/* A communicator, its group and a type are left.
 * ranks: 2
 * expect: leak.comm leak.group leak.type
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Comm comm;
    MPI_Group group;
    MPI_Datatype type;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm); /* HERE leak.comm */    /* CREATED leak.comm */
    MPI_Comm_group(comm, &group); /* HERE leak.group */          /* CREATED leak.group */
    MPI_Type_contiguous(2, MPI_INT, &type); /* HERE leak.type */ /* CREATED leak.type */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize(); /* HERE leak.comm */ /* HERE leak.group */ /* HERE leak.type */
    return 0;
}
