/* Allgather and Allgatherv with equal signatures of different types on the two sides.
 * ranks: 1 2 3 5
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
    short mine[6], all[30];
    int counts[5], displs[5], total = 0;
    MPI_Datatype pair;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_contiguous(2, MPI_SHORT, &pair);
    MPI_Type_commit(&pair);
    for (int i = 0; i < 6; i++)
        mine[i] = (short)(10 * rank + i);
    MPI_Allgather(mine, 2, pair, all, 4, MPI_SHORT, MPI_COMM_WORLD);
    for (int i = 0; i < 4 * size; i++)
        check(all[i] == 10 * (i / 4) + i % 4, "Allgather");
    for (int r = 0; r < size; r++) {
        counts[r] = r % 3;
        displs[r] = total; /* in units of the type: pairs */
        total += r % 3;
    }
    memset(all, -1, sizeof all);
    MPI_Allgatherv(mine, 2 * (rank % 3), MPI_SHORT, all, counts, displs, pair, MPI_COMM_WORLD);
    for (int r = 0; r < size; r++)
        for (int i = 0; i < 2 * counts[r]; i++)
            check(all[2 * displs[r] + i] == 10 * r + i, "Allgatherv");
    check(all[2 * total] == -1, "behind the end of Allgatherv");
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
