/* Two critical constructs with different names do not exclude each other.
 * ranks: 2
 * expect: thread.level
 */
#include <mpi.h>
#include <omp.h>
#include <stddef.h>

int main(void)
{
    int rank, provided, one = 1, two = 2, got;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
#pragma omp parallel sections num_threads(2)
        {
#pragma omp section
            {
#pragma omp critical(first)
                MPI_Send(&one, 1, MPI_INT, 1, 1, MPI_COMM_WORLD); /* HERE thread.level */
            }
#pragma omp section
            {
#pragma omp critical(second)
                MPI_Send(&two, 1, MPI_INT, 1, 2, MPI_COMM_WORLD); /* HERE thread.level */
            }
        }
    } else if (rank == 1) {
        for (int i = 1; i <= 2; i++)
            MPI_Recv(&got, 1, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
