/* The two groups of an intercommunicator are the same process.
 * ranks: 2
 * expect: arg.comm
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Comm inter, self = MPI_COMM_SELF;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Intercomm_create(self, 0, MPI_COMM_WORLD, rank, 0, &inter); /* HERE arg.comm */
    MPI_Comm_free(&inter);
    MPI_Finalize();
    return 0;
}
