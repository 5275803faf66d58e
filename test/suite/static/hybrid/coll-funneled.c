/* A barrier of MPI in a single construct, at a level for the main thread (thesis 2.10 coll_funneled).
 * ranks: 2
 * expect: thread.level
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int provided, required;

    required = MPI_THREAD_FUNNELED;
    MPI_Init_thread(&argc, &argv, required, &provided);
#pragma omp parallel
    {
#pragma omp single
        {
            MPI_Barrier(MPI_COMM_WORLD); /* HERE thread.level */
        }
    }
    MPI_Finalize();
    return 0;
}
