/* Two integers are packed and sent, and received as integers: MPI_PACKED matches any type.
 * ranks: 2
 * expect: clean
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
        MPI_Recv(values, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);
        assert(values[0] == 5 && values[1] == 6);
    }
    MPI_Finalize();
    return 0;
}
