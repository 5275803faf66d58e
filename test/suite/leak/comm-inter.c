/* The communicator merged from an intercommunicator is never freed.
 * ranks: 2
 * expect: leak.comm
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Comm inter, merged;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 0, &inter);
    MPI_Intercomm_merge(inter, rank, &merged); /* HERE leak.comm */ /* CREATED leak.comm */
    MPI_Barrier(merged);
    MPI_Comm_free(&inter);
    MPI_Finalize(); /* HERE leak.comm */
    return 0;
}
