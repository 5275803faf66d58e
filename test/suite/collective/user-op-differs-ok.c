/* The same function on all ranks, though each has its own handle.
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

static void longest(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *length; i++)
        if (((int *)in)[i] > ((int *)inout)[i])
            ((int *)inout)[i] = ((int *)in)[i];
}

int main(void)
{
    int result = -1;
    MPI_Op op, other;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        MPI_Op_create(longest, 1, &other); /* makes the handles of the two ranks differ */
    MPI_Op_create(longest, 1, &op);
    MPI_Allreduce(&rank, &result, 1, MPI_INT, op, MPI_COMM_WORLD);
    check(result == 1, "longest");
    MPI_Op_free(&op);
    if (rank == 0)
        MPI_Op_free(&other);
    MPI_Finalize();
    return 0;
}
