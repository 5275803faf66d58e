/* All ranks call the broadcast; so do the members of a part of them.
 * ranks: 3
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int value, rank, size;
    MPI_Request request;
    MPI_Comm part;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    value = rank;
    MPI_Comm_split(MPI_COMM_WORLD, rank < size - 1 ? 0 : MPI_UNDEFINED, rank, &part);
    if (rank < size - 1) {
        MPI_Ibcast(&value, 1, MPI_INT, 0, part, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Comm_free(&part);
    }
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    assert(value == 0);
    MPI_Finalize();
    return 0;
}
