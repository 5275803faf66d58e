/* A function starts a receive for a structure of its caller, and no one completes it.
 * ranks: 2
 * expect: request.missing-wait
 */
#include <mpi.h>
#include <stddef.h>

struct halo {
    int cells[4];
    MPI_Request request;
};

static void start(struct halo *halo, int from)
{
    MPI_Irecv(halo->cells, 4, MPI_INT, from, 0, MPI_COMM_WORLD, &halo->request); /* HERE request.missing-wait */
}

int main(void)
{
    struct halo halo;
    int rank, cells[4] = {0};

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank < 2) {
        start(&halo, 1 - rank);
        MPI_Send(cells, 4, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
