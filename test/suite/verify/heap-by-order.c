/* How large a block is depends on the message that comes first.
 * ranks: 3
 * expect: arg.buffer race.message
 * executions: 2
 */
#include <mpi.h>
#include <stdlib.h>

enum { COUNT = 10 };
static const int sizes[] = {COUNT, COUNT, COUNT - 2};

int main(void)
{
    int rank, room, ignored, *values;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    room = sizes[rank];
    if (rank == 0) {
        MPI_Recv(&room, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE race.message */
        MPI_Recv(&ignored, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&room, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        room = COUNT;
    }
    for (int i = 0; i < 2; i++) {
        values = calloc((size_t)room, sizeof *values); /* CREATED arg.buffer */
        MPI_Bcast(values, COUNT, MPI_INT, 0, MPI_COMM_WORLD); /* HERE arg.buffer */
        free(values);
    }
    MPI_Finalize();
    return 0;
}
