/* A function starts a receive and its caller completes it.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

struct halo {
    int cells[2];
    MPI_Request request;
};

static void start(struct halo *halo, int from)
{
    MPI_Irecv(halo->cells, 2, MPI_INT, from, 0, MPI_COMM_WORLD, &halo->request);
}

static MPI_Request start_send(const int *cells, int to)
{
    MPI_Request request;

    MPI_Isend(cells, 2, MPI_INT, to, 0, MPI_COMM_WORLD, &request);
    return request;
}

int main(void)
{
    int rank, out[2] = {1, 2};
    struct halo halo;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank < 2) {
        start(&halo, 1 - rank);
        request = start_send(out, 1 - rank);
        MPI_Wait(&halo.request, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
