/* All ranks start a nonblocking collective and complete it in different ways.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, sum = 0, flag = 0;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    if (rank == 0)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    else
        while (!flag)
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
