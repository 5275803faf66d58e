/* The receive count of a gather is the amount of one rank.
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
    int mine[2], all[8 * 4] = {0};
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine[0] = mine[1] = rank + 1;
    int room = 2;
    MPI_Gather(mine, 2, MPI_INT, all, room, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 2 * size; i++)
        check(all[i] == (rank == 0 ? i / 2 + 1 : 0), "gathered");
    MPI_Finalize();
    return 0;
}
