/* Four integers are sent to a receive that has space for two.
 * ranks: 2
 * expect: mismatch.truncation
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[8] = {1, 2, 3, 4};
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(data, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        int count;
        MPI_Recv(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, &status); /* HERE mismatch.truncation */
        MPI_Get_count(&status, MPI_INT, &count);
    }
    MPI_Finalize();
    return 0;
}
