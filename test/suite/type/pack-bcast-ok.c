/* Packed data in a broadcast, and in the portable form.
 * ranks: 1 3
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(void)
{
    int place = 0, numbers[2] = {0};
    char buffer[64] = {0};
    MPI_Aint where = 0, bytes;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        numbers[0] = 1;
        numbers[1] = 2;
        MPI_Pack(numbers, 2, MPI_INT, buffer, sizeof buffer, &place, MPI_COMM_WORLD);
    }
    MPI_Bcast(&place, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(buffer, place, MPI_PACKED, 0, MPI_COMM_WORLD);
    place = 0;
    MPI_Unpack(buffer, sizeof buffer, &place, numbers, 2, MPI_INT, MPI_COMM_WORLD);
    check(numbers[0] == 1 && numbers[1] == 2, "unpacked");
    MPI_Pack_external_size("external32", 2, MPI_INT, &bytes);
    check(bytes == 8, "portable size");
    MPI_Pack_external("external32", numbers, 2, MPI_INT, buffer, sizeof buffer, &where);
    check(where == 8 && buffer[3] == 1 && buffer[7] == 2, "big end first");
    where = 0;
    numbers[0] = numbers[1] = 0;
    MPI_Unpack_external("external32", buffer, 8, &where, numbers, 2, MPI_INT);
    check(numbers[0] == 1 && numbers[1] == 2, "unpacked from the portable form");
    MPI_Finalize();
    return 0;
}
