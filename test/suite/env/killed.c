/* A rank is killed by a signal that cannot be caught.
 * ranks: 3
 * expect: crash.signal
 */
#include <mpi.h>
#include <signal.h>

int main(int argc, char **argv)
{
    int rank, sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    signal(SIGTERM, SIG_IGN);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* HERE crash.signal */
    if (rank == 1)
        raise(SIGKILL); /* HERE crash.signal */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
