/* A send within the parallel region, where MPI was told of no threads (thesis 2.1 example 2).
 * ranks: 2
 * expect: thread.level
 */
#include <mpi.h>
#include <stddef.h>

static void f(int rank)
{
    int sum = 0;

#pragma omp parallel reduction(+ : sum)
    {
        sum += rank;
#pragma omp master
        {
            if (rank == 0)
                MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* HERE thread.level */
            else if (rank == 1)
                MPI_Recv(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE thread.level */
        }
    }
}

int main(void)
{
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    f(rank);
    MPI_Finalize();
    return 0;
}
