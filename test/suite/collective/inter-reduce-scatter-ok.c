/* Reduce_scatter of an intercommunicator hands each group the sum of the other.
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
    int mine[4], part[2] = {-1, -1}, counts[2] = {2, 2}, block = -1;
    MPI_Comm half, inter;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int side = rank / 2, sum = side ? 1 : 5; /* of the ranks on the other side */

    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, side ? 0 : 2, 0, &inter);
    for (int i = 0; i < 4; i++)
        mine[i] = rank + 10 * i;
    MPI_Reduce_scatter(mine, part, counts, MPI_INT, MPI_SUM, inter);
    for (int i = 0; i < 2; i++)
        check(part[i] == sum + 20 * (2 * (rank % 2) + i), "Reduce_scatter");
    MPI_Reduce_scatter_block(mine, &block, 1, MPI_INT, MPI_SUM, inter);
    check(block == sum + 20 * (rank % 2), "Reduce_scatter_block");
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
