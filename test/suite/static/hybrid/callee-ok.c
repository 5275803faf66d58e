/* A function with a collective in a single construct that all threads call.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static void meet(void)
{
#pragma omp single
    MPI_Barrier(MPI_COMM_WORLD);
}

static void step(int *count)
{
#pragma omp atomic
    (*count)++;
    meet();
}

int main(void)
{
    int rank, provided, count = 0;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel
    step(&count);
    MPI_Finalize();
    return 0;
}
