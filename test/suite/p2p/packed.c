/* Two integers are packed and sent, one is received.
 * ranks: 2
 * expect: mismatch.truncation
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, place = 0, values[2] = {0, 0};
    char room[64];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        int first = 5, second = 6;
        MPI_Pack(&first, 1, MPI_INT, room, sizeof room, &place, MPI_COMM_WORLD);
        MPI_Pack(&second, 1, MPI_INT, room, sizeof room, &place, MPI_COMM_WORLD);
        MPI_Send(room, place, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Status status;
        MPI_Recv(values, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &status); /* HERE mismatch.truncation */
    }
    MPI_Finalize();
    return 0;
}
