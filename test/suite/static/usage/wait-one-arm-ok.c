/* The nonblocking barrier is completed in both arms (thesis 5.7 a).
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, size, flag = 0;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    if (size > 2)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    else
        while (!flag)
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    if (rank + flag < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
