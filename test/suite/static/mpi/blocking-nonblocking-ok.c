/* Both arms have a nonblocking barrier (thesis 3.2 d).
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank;
    MPI_Request request = MPI_REQUEST_NULL;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
    else
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
