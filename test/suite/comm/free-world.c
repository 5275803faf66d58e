/* MPI_COMM_WORLD must not be freed.
 * ranks: 2
 * expect: arg.comm
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_free(&comm); /* HERE arg.comm */
    MPI_Finalize();
    return 0;
}
