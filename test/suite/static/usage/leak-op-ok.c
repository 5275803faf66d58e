/* An operation is freed.
 * ranks: 1
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static void larger(void *in, void *inout, int *count, MPI_Datatype *type)
{
    int *a = in, *b = inout;

    (void)type;
    for (int i = 0; i < *count; i++)
        if (a[i] > b[i])
            b[i] = a[i];
}

int main(void)
{
    int rank, most = 0;
    MPI_Op op;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Op_create(larger, 1, &op);
    MPI_Allreduce(&rank, &most, 1, MPI_INT, op, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
