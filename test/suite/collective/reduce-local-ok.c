/* Reduce_local combines two buffers of one rank, with the first as the left operand.
 * ranks: 1 2
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

static void subtract(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *length; i++)
        ((int *)inout)[i] = ((int *)in)[i] - ((int *)inout)[i];
}

int main(void)
{
    int left[2] = {10, 20}, right[2] = {3, 4};
    MPI_Op op;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Reduce_local(left, right, 2, MPI_INT, MPI_SUM);
    check(right[0] == 13 && right[1] == 24, "sum");
    MPI_Op_create(subtract, 0, &op);
    MPI_Reduce_local(left, right, 2, MPI_INT, op);
    check(right[0] == -3 && right[1] == -4, "difference");
    MPI_Reduce_local(NULL, NULL, 0, MPI_INT, MPI_SUM);
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
