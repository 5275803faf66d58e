/* Gather and Gatherv put each rank's part where it belongs, and touch nothing else.
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
    int mine[5], all[5 * 5 + 5], counts[5], displs[5];
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 5; i++)
        mine[i] = 100 * rank + i;
    for (int root = 0; root < size; root++) {
        memset(all, -1, sizeof all);
        MPI_Gather(mine, 3, MPI_INT, all, 3, MPI_INT, root, MPI_COMM_WORLD);
        for (int i = 0; i < 3 * size; i++)
            check(all[i] == (rank == root ? 100 * (i / 3) + i % 3 : -1), "Gather");
        check(all[3 * size] == -1, "behind the end of Gather");

        /* rank r sends r elements, placed from the back to the front with gaps */
        memset(all, -1, sizeof all);
        for (int r = 0; r < size; r++) {
            counts[r] = r;
            displs[r] = 5 * (size - 1 - r) + 1;
        }
        MPI_Gatherv(mine, rank, MPI_INT, all, counts, displs, MPI_INT, root, MPI_COMM_WORLD);
        for (int i = 0; i < 5 * size + 1; i++) {
            int r = size - 1 - (i - 1) / 5, k = (i - 1) % 5, there = i > 0 && k < r;

            check(all[i] == (rank == root && there ? 100 * r + k : -1), "Gatherv");
        }
    }
    MPI_Finalize();
    return 0;
}
