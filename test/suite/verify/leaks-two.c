/* Two persistent requests are made on two lines, and neither is freed: two findings.
 * ranks: 3
 * expect: leak.request
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0, one = 0, other = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Recv_init(&one, 1, MPI_INT, 0, 1, comm, &requests[0]);   /* CREATED leak.request */
    MPI_Recv_init(&other, 1, MPI_INT, 0, 2, comm, &requests[1]); /* CREATED leak.request */
    for (int i = 0; rank == 0 && i < 2; i++)
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    if (rank > 0)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    MPI_Finalize(); /* HERE leak.request */
    return 0;
}
