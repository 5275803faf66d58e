/* The tables of counts of a reduce-scatter have the same total but differ.
 * ranks: 3
 * expect: mismatch.count
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
    int counts[3] = {1, 2, 3}, mine[6], part[3] = {0};
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 6; i++)
        mine[i] = i;
    if (rank == 1) {
        counts[0] = 2;
        counts[1] = 1;
    }
    MPI_Reduce_scatter(mine, part, counts, MPI_INT, MPI_SUM, comm); /* HERE mismatch.count */
    int first = rank == 0 ? 0 : rank == 1 ? 1 : 3;
    for (int i = 0; i <= rank; i++)
        check(part[i] == 3 * (first + i), "part");
    MPI_Finalize();
    return 0;
}
