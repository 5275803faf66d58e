/* Making a communicator is a collective: a barrier does not match it.
 * ranks: 2
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
    if (rank == 0) {
        MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &part); /* HERE mismatch.collective */
        MPI_Comm_free(&part);
    } else {
        MPI_Barrier(MPI_COMM_WORLD); /* HERE mismatch.collective */
    }
    MPI_Finalize();
    return 0;
}
