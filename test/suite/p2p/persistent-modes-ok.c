/* Persistent sends of every mode, each started once.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, v[3] = {1, 2, 3};
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[3];
    MPI_Status statuses[3];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char space[256];
    MPI_Buffer_attach(space, sizeof space);
    if (rank == 0) {
        MPI_Send_init(&v[0], 1, MPI_INT, 1, 0, comm, &r[0]);
        MPI_Ssend_init(&v[1], 1, MPI_INT, 1, 1, comm, &r[1]);
        MPI_Bsend_init(&v[2], 1, MPI_INT, 1, 2, comm, &r[2]);
        MPI_Startall(3, r);
        MPI_Waitall(3, r, statuses);
    } else {
        int w[3] = {0, 0, 0};
        for (int i = 0; i < 3; i++)
            MPI_Recv_init(&w[i], 1, MPI_INT, 0, i, comm, &r[i]);
        MPI_Startall(3, r);
        MPI_Waitall(3, r, statuses);
        assert(w[0] == 1 && w[1] == 2);
    }
    for (int i = 0; i < 3; i++)
        MPI_Request_free(&r[i]);
    int size;
    void *detached;
    MPI_Buffer_detach(&detached, &size);
    MPI_Finalize();
    return 0;
}
