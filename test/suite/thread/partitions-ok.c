/* Threads make the partitions of a message ready, and ask whether they have arrived, while the main
 * thread waits for the message.
 * ranks: 2
 * mpi: 4
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

enum { PARTS = 3,
       TIMES = 4 };

static MPI_Request request;
static int rank, data[PARTS], numbers[PARTS];

static void *work(void *argument)
{
    const int *number = argument;
    int arrived = 0;
    if (rank == 0) {
        data[*number] = 100 + *number;
        MPI_Pready(*number, request);
        return NULL;
    }
    while (!arrived)
        MPI_Parrived(request, *number, &arrived);
    assert(data[*number] == 100 + *number);
    return NULL;
}

int main(void)
{
    int provided;
    pthread_t threads[PARTS];

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Psend_init(data, PARTS, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    else
        MPI_Precv_init(data, PARTS, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (int i = 0; i < TIMES; i++) {
        MPI_Start(&request);
        for (int j = 0; j < PARTS; j++) {
            numbers[j] = j;
            if (pthread_create(&threads[j], NULL, work, &numbers[j]) != 0)
                MPI_Abort(MPI_COMM_WORLD, 1);
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int j = 0; j < PARTS; j++)
            pthread_join(threads[j], NULL);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
