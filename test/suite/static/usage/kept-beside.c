/* Of the two requests in a global structure only one is completed: the wait for the send is missing.
 * ranks: 2
 * expect: request.missing-wait
 */
#include <mpi.h>
#include <stddef.h>

static struct {
    int received[4], sent[4];
    MPI_Request receive, send;
} exchange;

static void start(int other)
{
    MPI_Irecv(exchange.received, 4, MPI_INT, other, 0, MPI_COMM_WORLD, &exchange.receive);
    MPI_Isend(exchange.sent, 4, MPI_INT, other, 0, MPI_COMM_WORLD, &exchange.send); /* HERE request.missing-wait */
}

static void finish(void)
{
    MPI_Wait(&exchange.receive, MPI_STATUS_IGNORE);
}

int main(void)
{
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank < 2) {
        start(1 - rank);
        finish();
    }
    MPI_Finalize();
    return 0;
}
