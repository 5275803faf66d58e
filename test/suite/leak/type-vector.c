/* A derived type is never freed.
 * ranks: 2
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
    int data[4];
    MPI_Datatype type;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_vector(2, 1, 2, MPI_INT, &type); /* HERE leak.type */ /* CREATED leak.type */
    MPI_Type_commit(&type);
    for (int i = 0; i < 4; i++)
        data[i] = rank ? 0 : i + 1;
    MPI_Bcast(data, 1, type, 0, MPI_COMM_WORLD);
    check(data[0] == 1 && data[2] == 3, "data");
    MPI_Finalize(); /* HERE leak.type */
    return 0;
}
