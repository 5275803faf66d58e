/* Each receiver asks for what the root sends.
 * ranks: 4
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
    int parts[4] = {1, 2, 3, 4}, at[4] = {0, 1, 3, 6}, all[10], mine[4] = {0};
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 10; i++)
        all[i] = 10 + i;
    int count = rank + 1;
    MPI_Scatterv(all, parts, at, MPI_INT, mine, count, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i <= rank; i++)
        check(mine[i] == 10 + at[rank] + i, "mine");
    MPI_Finalize();
    return 0;
}
