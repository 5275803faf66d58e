/* Two threads receive into the same buffer at once.
 * ranks: 2
 * expect: race.buffer
 */
#include <mpi.h>
#include <stddef.h>
#include <unistd.h>

enum { MOMENT = 200000 }; /* microseconds: both threads of rank 0 receive by then */

int main(void)
{
    int provided, rank, got[2] = {-1, -1};

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        usleep(MOMENT);
#pragma omp parallel for num_threads(2) schedule(static, 1)
    for (int i = 0; i < 2; i++)
        if (rank == 0)
            MPI_Recv(&got[0], 1, MPI_INT, 1, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE race.buffer */
        else
            MPI_Ssend(&i, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
