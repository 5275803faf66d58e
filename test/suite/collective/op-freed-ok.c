/* The operation is freed while a reduction with it is in flight, which is allowed.
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

static void add(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *length; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

int main(void)
{
    int sum = 0;
    MPI_Op op, copy;
    MPI_Request request;
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Op_create(add, 1, &op);
    copy = op;
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, copy, comm, &request);
    MPI_Op_free(&op);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check(sum == 1 && op == MPI_OP_NULL, "sum");
    MPI_Finalize();
    return 0;
}
