/* Packed data travels from rank to rank and is unpacked piece by piece.
 * ranks: 2 4
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
    int place = 0, need, room, numbers[3] = {0};
    double real = 0;
    char buffer[256], word[6] = "";
    MPI_Datatype pair;
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_vector(2, 1, 2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Pack_size(1, pair, comm, &need);
    MPI_Pack_size(1, MPI_DOUBLE, comm, &room);
    check(need >= 8 && room >= 8, "room");
    if (rank == 0) {
        numbers[0] = 4;
        numbers[2] = 6;
        real = 0.25;
        memcpy(word, "tutti", 6);
        MPI_Pack(numbers, 1, pair, buffer, sizeof buffer, &place, comm);
        MPI_Pack(&real, 1, MPI_DOUBLE, buffer, sizeof buffer, &place, comm);
        MPI_Pack(word, 6, MPI_CHAR, buffer, sizeof buffer, &place, comm);
        for (int r = 1; r < size; r++)
            MPI_Send(buffer, place, MPI_PACKED, r, 0, comm);
    } else {
        MPI_Recv(buffer, sizeof buffer, MPI_PACKED, 0, 0, comm, MPI_STATUS_IGNORE);
        MPI_Unpack(buffer, sizeof buffer, &place, numbers, 1, pair, comm);
        MPI_Unpack(buffer, sizeof buffer, &place, &real, 1, MPI_DOUBLE, comm);
        MPI_Unpack(buffer, sizeof buffer, &place, word, 6, MPI_CHAR, comm);
    }
    check(numbers[0] == 4 && numbers[1] == 0 && numbers[2] == 6, "numbers");
    check(real == 0.25 && strcmp(word, "tutti") == 0, "real and word");
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
