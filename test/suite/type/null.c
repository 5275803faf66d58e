/* MPI_DATATYPE_NULL as the type of a reduction.
 * ranks: 2
 * expect: arg.datatype
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
    int all[2] = {-1, -1};
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    all[rank] = rank;
    MPI_Allreduce(MPI_IN_PLACE, all, 2, MPI_DATATYPE_NULL, MPI_MAX, comm); /* HERE arg.datatype */
    check(all[0] == 0 && all[1] == 1, "all");
    MPI_Finalize();
    return 0;
}
