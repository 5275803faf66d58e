/* The table of counts at one rank does not agree with what a rank sends.
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
    int parts[3] = {1, 2, 3}, at[3] = {0, 1, 3}, mine[3], all[6] = {0};
    MPI_Datatype t = MPI_INT;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 3; i++)
        mine[i] = rank;
    if (rank == 0)
        parts[2] = 2;
    MPI_Allgatherv(mine, rank + 1, t, all, parts, at, t, MPI_COMM_WORLD); /* HERE mismatch.count */
    for (int i = 0; i < 6; i++)
        check(all[i] == (i == 0 ? 0 : i < 3 ? 1 : 2), "all");
    MPI_Finalize();
    return 0;
}
