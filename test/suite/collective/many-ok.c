/* A thousand small collectives keep their order.
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
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 250; i++) {
        int root = i % size, value = rank == root ? i : -1, sum = 0, prefix = 0;

        MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD);
        check(value == i, "Bcast");
        MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
        check(sum == (rank == root ? size * i : 0), "Reduce");
        MPI_Scan(&i, &prefix, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        check(prefix == (rank + 1) * i, "Scan");
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
