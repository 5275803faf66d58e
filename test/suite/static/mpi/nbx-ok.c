/* A sparse exchange: each rank starts the nonblocking barrier once, when its own sends are done.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, size, out, in, flag, done = 0, waiting = 0;
    MPI_Request send, barrier = MPI_REQUEST_NULL;
    MPI_Status status;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    out = rank;
    MPI_Issend(&out, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &send);
    while (!done) {
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, &status);
        if (flag)
            MPI_Recv(&in, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (waiting) {
            MPI_Test(&barrier, &done, MPI_STATUS_IGNORE);
        } else {
            MPI_Test(&send, &flag, MPI_STATUS_IGNORE);
            if (flag) {
                MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
                waiting = 1;
            }
        }
    }
    MPI_Finalize();
    return 0;
}
