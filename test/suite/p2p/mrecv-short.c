/* A matched receive ignores the length that the matched probe found.
 * ranks: 2
 * expect: mismatch.truncation
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[3] = {1, 2, 3};
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(data, 3, MPI_INT, 1, 5, MPI_COMM_WORLD);
    } else {
        MPI_Message message;
        int count;
        MPI_Mprobe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        assert(count == 3 && status.MPI_TAG == 5);
        count = 2;
        MPI_Mrecv(data, count, MPI_INT, &message, &status); /* HERE mismatch.truncation */
    }
    MPI_Finalize();
    return 0;
}
