/* Reduce_scatter with uneven parts, one of them empty, and Reduce_scatter_block, also in place.
 * ranks: 1 2 3 5
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
    int counts[5], mine[15], part[15], total = 0, first = 0;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int sum = size * (size - 1) / 2;

    for (int r = 0; r < size; r++) {
        counts[r] = (r + 1) % 3;
        first += r < rank ? counts[r] : 0;
        total += counts[r];
    }
    for (int i = 0; i < 15; i++)
        mine[i] = rank + i;
    MPI_Reduce_scatter(mine, part, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < counts[rank]; i++)
        check(part[i] == sum + size * (first + i), "Reduce_scatter");
    for (int i = 0; i < total; i++)
        part[i] = rank + i;
    MPI_Reduce_scatter(MPI_IN_PLACE, part, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < counts[rank]; i++)
        check(part[i] == sum + size * (first + i), "Reduce_scatter in place");
    MPI_Reduce_scatter_block(mine, part, 3, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    for (int i = 0; i < 3; i++)
        check(part[i] == size - 1 + 3 * rank + i, "Reduce_scatter_block");
    for (int i = 0; i < 3 * size; i++)
        part[i] = mine[i];
    MPI_Reduce_scatter_block(MPI_IN_PLACE, part, 3, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    for (int i = 0; i < 3; i++)
        check(part[i] == 3 * rank + i, "Reduce_scatter_block in place");
    MPI_Finalize();
    return 0;
}
