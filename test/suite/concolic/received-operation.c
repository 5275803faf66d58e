/* A reduction by a function of the program.
 * ranks: 3
 * expect: assert
 * seed: 3
 * fails: 111
 * options: --focus=all --fixed-ranks
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

static void difference(void *in, void *inout, int *length, MPI_Datatype *datatype)
{
    int *from = in, *to = inout;
    (void)datatype;
    for (int i = 0; i < *length; i++)
        to[i] = from[i] + 2 * to[i];
}

int main(int argc, char **argv)
{
    int rank, result = 0;
    MPI_Op op;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = argc > 1 ? atoi(argv[1]) % 10000 : 0;
    MPI_Op_create(difference, 0, &op);
    MPI_Allreduce(&n, &result, 1, MPI_INT, op, MPI_COMM_WORLD);
    assert(result != 777); /* HERE assert */
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
