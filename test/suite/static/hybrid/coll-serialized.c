/* Reductions that may run at once, at a level that forbids it (thesis 2.10 coll_serialized).
 * ranks: 2
 * expect: thread.concurrent-collectives
 * also: thread.level
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, res = 0, temp = 0, provided, required;

    required = MPI_THREAD_SERIALIZED;
    MPI_Init_thread(&argc, &argv, required, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    temp = rank;
#pragma omp parallel
    {
#pragma omp single nowait
        {
            MPI_Reduce(&temp, &res, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); /* HERE thread.concurrent-collectives */ /* HERE thread.level */
        }
#pragma omp single
        {
            MPI_Reduce(&temp, &res, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); /* HERE thread.concurrent-collectives */ /* HERE thread.level */
        }
    }
    MPI_Finalize();
    return 0;
}
