/* The barrier of MPI stands after the parallel region (thesis 2.10 coll_single).
 * ranks: 2
 * expect: clean
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
#pragma omp atomic
        argc++;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
