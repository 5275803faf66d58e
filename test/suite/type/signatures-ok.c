/* Any two shapes with one signature match in all collectives.
 * ranks: 2 3
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
    int data[12], sent[2], all[12];
    MPI_Datatype stripes, pair;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_vector(2, 1, 2, MPI_INT, &stripes);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&stripes);
    MPI_Type_commit(&pair);
    for (int i = 0; i < 12; i++)
        data[i] = rank == 0 ? i : -1;
    MPI_Bcast(data, rank ? 2 : 1, rank ? MPI_INT : stripes, 0, MPI_COMM_WORLD);
    check(data[0] == 0 && data[rank ? 1 : 2] == 2, "broadcast of stripes to integers");
    sent[0] = 10 * rank;
    sent[1] = 10 * rank + 1;
    memset(all, -1, sizeof all);
    MPI_Allgather(sent, 1, pair, all, 1, rank ? pair : stripes, MPI_COMM_WORLD);
    for (int r = 0; r < size; r++) {
        int first = rank ? 2 * r : 3 * r; /* stripes have an extent of three integers */

        check(all[first] == 10 * r && all[first + (rank ? 1 : 2)] == 10 * r + 1, "gathered");
    }
    MPI_Type_free(&stripes);
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
