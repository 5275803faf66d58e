/* Every rank takes itself for the root of the broadcast.
 * ranks: 4
 * expect: mismatch.root
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
    int value;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    value = 100 + rank;
    MPI_Bcast(&value, 1, MPI_INT, rank, MPI_COMM_WORLD); /* HERE mismatch.root */
    check(value == 100 + size - 1, "value");
    MPI_Finalize();
    return 0;
}
