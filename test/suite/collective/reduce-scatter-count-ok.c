/* All ranks cut the result in the same way.
 * ranks: 3
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
    int counts[3] = {1, 2, 3}, mine[6], part[3] = {0};
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 6; i++)
        mine[i] = i;
    MPI_Reduce_scatter(mine, part, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    int first = rank == 0 ? 0 : rank == 1 ? 1 : 3;
    for (int i = 0; i <= rank; i++)
        check(part[i] == 3 * (first + i), "part");
    MPI_Finalize();
    return 0;
}
