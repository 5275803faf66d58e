/* All threads send, one at a time, at a level for one at a time.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <omp.h>
#include <stddef.h>

int main(void)
{
    int rank, provided, got = 0;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
            int tag = omp_get_thread_num();
#pragma omp critical
            MPI_Send(&tag, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
        }
    } else if (rank == 1) {
        for (int i = 0; i < 2; i++)
            MPI_Recv(&got, 1, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
