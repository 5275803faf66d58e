/* A type is built for each message and freed after the last.
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
    int out[3] = {1, 2, 3}, in[3];
    MPI_Datatype type;
    MPI_Comm self = MPI_COMM_SELF;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 4; i++) {
        MPI_Type_contiguous(3, MPI_INT, &type); /* HERE leak.type */ /* CREATED leak.type */
        MPI_Type_commit(&type);
        MPI_Sendrecv(out, 1, type, 0, 0, in, 1, type, 0, 0, self, MPI_STATUS_IGNORE);
        check(in[2] == 3, "message");
    }
    MPI_Type_free(&type);
    MPI_Finalize(); /* HERE leak.type */
    return 0;
}
