/* All threads send and receive at once, at a level that forbids it (thesis 2.11).
 * ranks: 2
 * expect: thread.level
 */
#include <mpi.h>
#include <omp.h>
#include <stdlib.h>

int main(void)
{
    int rank, provided;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel num_threads(2)
    {
        int tag = omp_get_thread_num(), buffer = 0;
        if (rank == 0) {
            MPI_Recv(&buffer, 1, MPI_INT, 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE thread.level */
            MPI_Send(&buffer, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);                    /* HERE thread.level */
        }
        if (rank == 1) {
            MPI_Send(&buffer, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);                    /* HERE thread.level */
            MPI_Recv(&buffer, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE thread.level */
        }
    }
    MPI_Finalize();
    return 0;
}
