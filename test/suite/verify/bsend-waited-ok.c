/* The space of a buffered message is free when its nonblocking receive is known to be over.
 * ranks: 2
 * expect: clean
 * executions: 1
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, data[100] = {0};
    void *p;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request request;
    static char space[sizeof data + MPI_BSEND_OVERHEAD];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Buffer_attach(space, sizeof space);
    for (int i = 0; i < 3; i++) {
        if (rank == 0)
            MPI_Bsend(data, 100, MPI_INT, 1, 0, comm);
        else
            MPI_Irecv(data, 100, MPI_INT, 0, 0, comm, &request);
        if (rank == 1)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Barrier(comm);
    }
    MPI_Buffer_detach(&p, &size);
    MPI_Finalize();
    return 0;
}
