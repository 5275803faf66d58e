/* All threads send and receive at once, at the level that it needs (thesis 2.11).
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <omp.h>
#include <stdlib.h>

int main(void)
{
    int rank, provided;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(2)
    {
        int tag = omp_get_thread_num(), buffer = 0;
        if (rank == 0) {
            MPI_Recv(&buffer, 1, MPI_INT, 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(&buffer, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
        }
        if (rank == 1) {
            MPI_Send(&buffer, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
            MPI_Recv(&buffer, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    MPI_Finalize();
    return 0;
}
