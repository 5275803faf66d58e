/* The copy is used before the communicator is freed.
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
    int value;
    MPI_Comm comm, copy;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    value = rank;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    copy = comm;
    MPI_Bcast(&value, 1, MPI_INT, 1, copy);
    MPI_Comm_free(&comm);
    check(value == 1 && comm == MPI_COMM_NULL, "value");
    MPI_Finalize();
    return 0;
}
