/* All threads meet a barrier of MPI, which was told of no threads (thesis 2.10 coll_single).
 * ranks: 2
 * expect: thread.multithreaded-collective
 * also: thread.level
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int provided, required;

    required = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, required, &provided);
#pragma omp parallel
    {
        MPI_Barrier(MPI_COMM_WORLD); /* HERE thread.multithreaded-collective */ /* HERE thread.level */
    }
    MPI_Finalize();
    return 0;
}
