/* The derived type that MPI_Type_get_contents returned is never freed.
 * ranks: 1
 * expect: leak.type
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
    int count;
    MPI_Aint none;
    MPI_Datatype pair, type, got;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_contiguous(5, pair, &type);
    MPI_Type_get_contents(type, 1, 0, 1, &count, &none, &got); /* HERE leak.type */ /* CREATED leak.type */
    check(count == 5, "count");
    MPI_Type_free(&type);
    MPI_Type_free(&pair);
    MPI_Finalize(); /* HERE leak.type */
    return 0;
}
