/* A whole persistent exchange is waited for but was never started.
 * ranks: 2
 * expect: request.missing-start
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, mine, theirs = 0;
    MPI_Request r[2];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    mine = 10 + rank;
    MPI_Recv_init(&theirs, 1, MPI_INT, other, 0, comm, &r[0]); /* CREATED request.missing-start */
    MPI_Send_init(&mine, 1, MPI_INT, other, 0, comm, &r[1]);   /* CREATED request.missing-start */
    for (int i = 0; i < 2; i++) {
        MPI_Waitall(2, r, statuses); /* HERE request.missing-start */
    }
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
    MPI_Finalize();
    return 0;
}
