/* Iterations of a loop construct compute, and what they computed is broadcast after it.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, provided, cells[8] = {0};

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel for
    for (int i = 0; i < 8; i++) {
        cells[i] = i;
    }
    MPI_Bcast(cells, 8, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
