/* MPI_Startall is given a request that MPI_Start has started already.
 * ranks: 1
 * expect: request.double-start
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, v[3] = {1, 2, 3};
    MPI_Request r[3];
    MPI_Status statuses[3];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 3; i++)
        MPI_Recv_init(&v[i], 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &r[i]);
    MPI_Start(&r[0]);
    MPI_Startall(3, r); /* HERE request.double-start */
    MPI_Waitall(3, r, statuses);
    for (int i = 0; i < 3; i++)
        MPI_Request_free(&r[i]);
    MPI_Finalize();
    return 0;
}
