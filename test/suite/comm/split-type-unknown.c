/* An unknown kind of MPI_Comm_split_type.
 * ranks: 2
 * expect: arg.other
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
    int members;
    MPI_Comm part;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int kind = 12345;
    MPI_Comm_split_type(MPI_COMM_WORLD, kind, 0, MPI_INFO_NULL, &part); /* HERE arg.other */
    MPI_Comm_size(part, &members);
    check(members == size, "all ranks are on one node");
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
