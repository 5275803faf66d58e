/* The attached buffer has space for one message, and each is answered before the next.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, data[100] = {0};
    void *p;
    static char space[sizeof data + MPI_BSEND_OVERHEAD];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Buffer_attach(space, sizeof space);
    for (int i = 0; i < 100; i++) {
        if (rank == 0) {
            MPI_Bsend(data, 100, MPI_INT, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(data, 0, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(data, 100, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(data, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
        }
    }
    MPI_Buffer_detach(&p, &size);
    MPI_Finalize();
    return 0;
}
