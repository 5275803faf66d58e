/* The two groups of an intercommunicator are apart.
 * ranks: 2
 * expect: clean
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
    MPI_Intercomm_create(self, 0, MPI_COMM_WORLD, 1 - rank, 0, &inter);
    MPI_Comm_free(&inter);
    MPI_Finalize();
    return 0;
}
