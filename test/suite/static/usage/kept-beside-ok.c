/* Both requests in a global structure are completed, one by a copy of its handle.
 * ranks: 2
 * expect: clean
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
    MPI_Isend(exchange.sent, 4, MPI_INT, other, 0, MPI_COMM_WORLD, &exchange.send);
}

static void finish(void)
{
    MPI_Request send = exchange.send;

    MPI_Wait(&exchange.receive, MPI_STATUS_IGNORE);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
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
