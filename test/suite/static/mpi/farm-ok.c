/* A farm of workers that wait for messages in any order, and a barrier at the end.
 * ranks: 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

enum { WORK,
       STOP };

static void master(int size)
{
    int next = 0, running = 0, result;
    MPI_Status status;

    for (int i = 1; i < size; i++, running++)
        MPI_Send(&next, 1, MPI_INT, i, WORK, MPI_COMM_WORLD);
    while (running > 0) {
        MPI_Recv(&result, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        if (next < 10) {
            next++;
            MPI_Send(&next, 1, MPI_INT, status.MPI_SOURCE, WORK, MPI_COMM_WORLD);
        } else {
            MPI_Send(&next, 1, MPI_INT, status.MPI_SOURCE, STOP, MPI_COMM_WORLD);
            running--;
        }
    }
}

static void worker(void)
{
    int item;
    MPI_Status status;

    for (;;) {
        MPI_Recv(&item, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == STOP)
            return;
        item *= 2;
        MPI_Send(&item, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
}

int main(void)
{
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        master(size);
    else
        worker();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
