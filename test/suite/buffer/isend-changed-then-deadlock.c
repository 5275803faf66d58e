/* The buffer of a pending send is changed, and behind that both ranks receive first.
 * ranks: 2
 * expect: deadlock race.buffer
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, out = 1, in = 0;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Isend(&out, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request); /* CREATED race.buffer */
    out = 2;
    MPI_Recv(&in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* HERE race.buffer */
    MPI_Recv(&in, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE deadlock */
    MPI_Send(&out, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
