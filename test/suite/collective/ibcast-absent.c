/* The last rank leaves out a broadcast in which nobody waits for it.
 * ranks: 3
 * expect: mismatch.collective
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int value, rank, size;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    value = rank;
    if (rank < size - 1) {
        MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &request); /* HERE mismatch.collective */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
