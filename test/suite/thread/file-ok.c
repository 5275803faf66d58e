/* Threads write to one file, at places of their own and where the shared pointer is.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 3,
       TIMES = 10,
       RANKS = 2,
       PLACES = RANKS * THREADS * TIMES };

static MPI_File file, list;
static int rank, numbers[THREADS];

static void *write(void *argument)
{
    const int *number = argument;
    for (int i = 0; i < TIMES; i++) {
        int place = (rank * THREADS + *number) * TIMES + i;
        MPI_File_write_at(file, place, &place, 1, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_write_shared(list, &place, 1, MPI_INT, MPI_STATUS_IGNORE);
    }
    return NULL;
}

static MPI_File open_file(const char *name)
{
    MPI_File opened;
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &opened);
    MPI_File_set_view(opened, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    return opened;
}

int main(int argc, char **argv)
{
    int provided, values[PLACES], seen[PLACES] = {0};
    char name[256];
    pthread_t threads[THREADS];

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(name, sizeof name, "%s.data", argv[0]);
    file = open_file(name);
    snprintf(name, sizeof name, "%s.list", argv[0]);
    list = open_file(name);
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        if (pthread_create(&threads[i], NULL, write, &numbers[i]) != 0)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    MPI_File_sync(file);
    MPI_File_sync(list);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    MPI_File_sync(list);
    memset(values, 255, sizeof values);
    MPI_File_read_at(file, 0, values, PLACES, MPI_INT, MPI_STATUS_IGNORE);
    for (int i = 0; i < PLACES; i++)
        assert(values[i] == i);
    MPI_File_read_at(list, 0, values, PLACES, MPI_INT, MPI_STATUS_IGNORE);
    for (int i = 0; i < PLACES; i++)
        assert(seen[values[i]]++ == 0);
    MPI_File_close(&file);
    MPI_File_close(&list);
    MPI_Finalize();
    return 0;
}
