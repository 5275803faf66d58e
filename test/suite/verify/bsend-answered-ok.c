/* The buffer has space for one message, and each is known to be received before the next.
 * ranks: 3
 * expect: clean
 * executions: 1
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, data[100] = {0};
    void *p;
    MPI_Comm comm = MPI_COMM_WORLD;
    static char space[sizeof data + MPI_BSEND_OVERHEAD];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Buffer_attach(space, sizeof space);
    for (int i = 0; i < 10; i++) {
        if (rank == 0) {
            MPI_Bsend(data, 100, MPI_INT, 1, 0, comm);
            MPI_Recv(data, 0, MPI_INT, 2, 1, comm, MPI_STATUS_IGNORE);
        } else if (rank == 1) {
            MPI_Recv(data, 100, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
            MPI_Send(data, 0, MPI_INT, 2, 1, comm);
        } else {
            MPI_Recv(data, 0, MPI_INT, 1, 1, comm, MPI_STATUS_IGNORE);
            MPI_Send(data, 0, MPI_INT, 0, 1, comm);
        }
    }
    MPI_Buffer_detach(&p, &size);
    MPI_Finalize();
    return 0;
}
