/* Bytes are received as bytes, and packed data as what it is.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(void)
{
    int data[4] = {0}, place = 0;
    char packed[64];
    MPI_Status *ignore = MPI_STATUS_IGNORE;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        for (int i = 0; i < 4; i++)
            data[i] = i + 1;
        MPI_Send(data, sizeof data, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        MPI_Pack(data, 4, MPI_INT, packed, sizeof packed, &place, MPI_COMM_WORLD);
        MPI_Send(packed, place, MPI_PACKED, 1, 1, MPI_COMM_WORLD);
    } else {
        MPI_Recv(data, sizeof data, MPI_BYTE, 0, 0, MPI_COMM_WORLD, ignore);
        check(data[0] == 1 && data[3] == 4, "bytes");
        memset(data, 0, sizeof data);
        MPI_Recv(data, 4, MPI_INT, 0, 1, MPI_COMM_WORLD, ignore);
        check(data[0] == 1 && data[3] == 4, "packed");
    }
    MPI_Finalize();
    return 0;
}
