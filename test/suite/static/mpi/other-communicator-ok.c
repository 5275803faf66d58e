/* The arms meet a barrier on the same communicator (thesis 5.6).
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank;
    MPI_Comm one, two;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &one);
    MPI_Comm_dup(MPI_COMM_WORLD, &two);
    if (rank == 0)
        MPI_Barrier(one);
    else
        MPI_Barrier(one);
    MPI_Comm_free(&one);
    MPI_Comm_free(&two);
    MPI_Finalize();
    return 0;
}
