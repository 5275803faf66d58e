/* Rank 1 scatters.
 * ranks: 2
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
    int parts[2] = {1, 2}, at[2] = {0, 1}, all[3] = {5, 6, 7}, mine[2] = {0};
    MPI_Datatype t = MPI_INT;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int root = 1;
    MPI_Scatterv(all, parts, at, t, mine, rank + 1, t, root, MPI_COMM_WORLD);
    check(mine[0] == 5 + rank && mine[1] == (rank ? 7 : 0), "mine");
    MPI_Finalize();
    return 0;
}
