/* One rank duplicates the communicator while the others split it.
 * ranks: 3
 * expect: mismatch.collective
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Comm part;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        MPI_Comm_dup(MPI_COMM_WORLD, &part); /* HERE mismatch.collective */
    else
        MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &part); /* HERE mismatch.collective */
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
