/* MPI_UNDEFINED leaves a rank out.
 * ranks: 3
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
    int members;
    MPI_Comm part;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int color = rank == 0 ? MPI_UNDEFINED : 1;
    MPI_Comm_split(MPI_COMM_WORLD, color, 0, &part);
    if (part != MPI_COMM_NULL) {
        MPI_Comm_size(part, &members);
        check(members == 2 && rank > 0, "members");
        MPI_Comm_free(&part);
    }
    MPI_Finalize();
    return 0;
}
