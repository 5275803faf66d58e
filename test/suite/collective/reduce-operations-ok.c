/* Every predefined operation on integers gives the right result at the root alone.
 * ranks: 1 2 3 5
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

#define KINDS 10

int main(void)
{
    const MPI_Op ops[KINDS] = {MPI_SUM, MPI_PROD, MPI_MAX,  MPI_MIN, MPI_LAND,
                               MPI_LOR, MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR};
    int expected[KINDS] = {0, 1, 0, 1000, 1, 0, 0, -1, 0, 0};
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int r = 0; r < size; r++) {
        int value = r % 3 + 1, truth = r != 1;

        expected[0] += value;
        expected[1] *= value;
        expected[2] = value > expected[2] ? value : expected[2];
        expected[3] = value < expected[3] ? value : expected[3];
        expected[4] = expected[4] && truth;
        expected[5] = expected[5] || truth;
        expected[6] = expected[6] != truth;
        expected[7] &= value;
        expected[8] |= value;
        expected[9] ^= value;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        int logical = kind >= 4 && kind <= 6, root = kind % size;
        int mine = logical ? rank != 1 : rank % 3 + 1, result = -7;

        MPI_Reduce(&mine, &result, 1, MPI_INT, ops[kind], root, MPI_COMM_WORLD);
        check(result == (rank == root ? expected[kind] : -7), "reduced to one rank");
        MPI_Allreduce(&mine, &result, 1, MPI_INT, ops[kind], MPI_COMM_WORLD);
        check(result == expected[kind], "reduced to all ranks");
    }
    MPI_Finalize();
    return 0;
}
