/* Every mode of send, blocking, nonblocking and persistent, finds its receive.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

static char space[1000];

int main(int argc, char **argv)
{
    int rank, n = 0, size, out[11], in[11];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[11];
    void *p;
    MPI_Status statuses[11];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 11; i++)
        out[i] = in[i] = 20 * rank + i;
    if (rank == 1) {
        for (int i = 0; i < 11; i++)
            MPI_Irecv(&in[i], 1, MPI_INT, 0, i, comm, &r[i]);
        MPI_Barrier(comm);
        MPI_Waitall(11, r, statuses);
        for (int i = 0; i < 11; i++)
            assert(in[i] == i);
    } else {
        MPI_Buffer_attach(space, sizeof space);
        MPI_Barrier(comm); /* from here on all receives are posted: ready sends are right */
        MPI_Send(&out[0], 1, MPI_INT, 1, 0, comm);
        MPI_Ssend(&out[1], 1, MPI_INT, 1, 1, comm);
        MPI_Bsend(&out[2], 1, MPI_INT, 1, 2, comm);
        MPI_Rsend(&out[3], 1, MPI_INT, 1, 3, comm);
        MPI_Isend(&out[4], 1, MPI_INT, 1, 4, comm, &r[n++]);
        MPI_Issend(&out[5], 1, MPI_INT, 1, 5, comm, &r[n++]);
        MPI_Ibsend(&out[6], 1, MPI_INT, 1, 6, comm, &r[n++]);
        MPI_Irsend(&out[7], 1, MPI_INT, 1, 7, comm, &r[n++]);
        MPI_Waitall(n, r, statuses);
        MPI_Ssend_init(&out[8], 1, MPI_INT, 1, 8, comm, &r[0]);
        MPI_Bsend_init(&out[9], 1, MPI_INT, 1, 9, comm, &r[1]);
        MPI_Rsend_init(&out[10], 1, MPI_INT, 1, 10, comm, &r[2]);
        MPI_Startall(3, r);
        MPI_Waitall(3, r, statuses);
        for (int i = 0; i < 3; i++)
            MPI_Request_free(&r[i]);
        MPI_Buffer_detach(&p, &size);
        assert(p == space && size == sizeof space);
    }
    MPI_Finalize();
    return 0;
}
