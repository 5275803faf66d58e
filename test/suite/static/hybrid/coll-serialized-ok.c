/* Reductions one after the other, at the level that they need (thesis 2.10 coll_serialized).
 * ranks: 2
 * expect: clean
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
#pragma omp single
        {
            MPI_Reduce(&temp, &res, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
        }
#pragma omp single
        {
            MPI_Reduce(&temp, &res, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
        }
    }
    MPI_Finalize();
    return 0;
}
