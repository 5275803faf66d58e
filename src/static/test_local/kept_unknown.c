/* Requests that code of other files may complete. */
#include <mpi.h>

#define COMM MPI_COMM_WORLD /* a call and what is expected of it fit into a line */

struct halo {
    double data[8];
    MPI_Request request;
};

void finish_given(struct halo *h);
void finish_all(void);
struct halo *find(int number);

struct halo shared;

static void start_shared(struct halo *h)
{
    MPI_Irecv(h->data, 1, MPI_DOUBLE, 0, 0, COMM, &h->request);
}

static void start_given(struct halo *h)
{
    MPI_Irecv(h->data, 1, MPI_DOUBLE, 0, 1, COMM, &h->request);
}

static void start_mine(struct halo *h)
{
    MPI_Irecv(h->data, 1, MPI_DOUBLE, 0, 2, COMM, &h->request); // warn: request.missing-wait
}

/* Mine, or one that is not. */
static void start_either(struct halo *h)
{
    MPI_Irecv(h->data, 1, MPI_DOUBLE, 0, 3, COMM, &h->request);
}

int main(int argc, char **argv)
{
    struct halo given, mine, first;
    MPI_Init(&argc, &argv);
    start_shared(&shared);
    start_given(&given);
    start_mine(&mine);
    start_either(argc > 1 ? &first : find(argc));
    finish_given(&given);
    finish_all();
    MPI_Finalize();
    return 0;
}
