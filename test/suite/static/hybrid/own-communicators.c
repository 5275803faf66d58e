/* Each thread reduces on the communicator that all share.
 * ranks: 2
 * expect: thread.multithreaded-collective
 */
#include <mpi.h>
#include <omp.h>
#include <stdlib.h>

int main(void)
{
    int rank, provided;
    MPI_Comm comms[2];

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 2; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
#pragma omp parallel num_threads(2)
    {
        int thread = omp_get_thread_num(), sum = 0;
        sum += thread;
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, comms[0]); /* HERE thread.multithreaded-collective */
    }
    for (int i = 0; i < 2; i++)
        MPI_Comm_free(&comms[i]);
    MPI_Finalize();
    return 0;
}
