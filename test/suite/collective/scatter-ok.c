/* Scatter and Scatterv hand out the parts in rank order, and touch nothing else.
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
    int all[5 * 5], mine[6], counts[5], displs[5];
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int root = 0; root < size; root++) {
        for (int i = 0; i < 25; i++)
            all[i] = rank == root ? 100 * root + i : -2;
        memset(mine, -1, sizeof mine);
        MPI_Scatter(all, 2, MPI_INT, mine, 2, MPI_INT, root, MPI_COMM_WORLD);
        check(mine[0] == 100 * root + 2 * rank && mine[1] == mine[0] + 1, "Scatter");
        check(mine[2] == -1, "behind the end of Scatter");

        /* all ranks get overlapping pieces of the same array, which a send may do */
        for (int r = 0; r < size; r++) {
            counts[r] = size - r;
            displs[r] = r;
        }
        memset(mine, -1, sizeof mine);
        MPI_Scatterv(all, counts, displs, MPI_INT, mine, size - rank, MPI_INT, root,
                     MPI_COMM_WORLD);
        for (int i = 0; i < 6; i++)
            check(mine[i] == (i < size - rank ? 100 * root + rank + i : -1), "Scatterv");
    }
    MPI_Finalize();
    return 0;
}
