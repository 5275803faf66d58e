/* Threads make and free communicators out of different ones at the same time.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

enum { THREADS = 4,
       TIMES = 5 };

int main(void)
{
    int provided, rank;
    MPI_Comm comms[THREADS];

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
#pragma omp parallel for num_threads(THREADS) schedule(static, 1)
    for (int i = 0; i < THREADS; i++)
        for (int j = 0; j < TIMES; j++) {
            int value = 100 * i + j, sum, size;
            MPI_Comm made, alone;
            MPI_Comm_dup(comms[i], &made);
            MPI_Comm_split(made, rank, 0, &alone);
            MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, made);
            assert(sum == 2 * value);
            MPI_Comm_size(alone, &size);
            assert(size == 1);
            MPI_Comm_free(&made);
            MPI_Comm_free(&alone);
        }
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_free(&comms[i]);
    MPI_Finalize();
    return 0;
}
