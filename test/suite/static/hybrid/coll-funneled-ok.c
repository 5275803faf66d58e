/* A barrier of MPI in a master construct, at a level for the main thread (thesis 2.10 coll_funneled).
 * ranks: 2
 * expect: clean
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
#pragma omp master
        {
            MPI_Barrier(MPI_COMM_WORLD);
        }
    }
    MPI_Finalize();
    return 0;
}
