/* One call of Comm_create makes several communicators from disjoint groups.
 * ranks: 4
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
    int range[1][3], sum = 0;
    MPI_Group world, half;
    MPI_Comm comm;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    range[0][0] = rank < 2 ? 0 : 3; /* the upper half in falling order */
    range[0][1] = rank < 2 ? 1 : 2;
    range[0][2] = rank < 2 ? 1 : -1;
    MPI_Group_range_incl(world, 1, range, &half);
    MPI_Comm_create(MPI_COMM_WORLD, half, &comm);
    MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    check(sum == (rank == 0 ? 0 : rank == 1 ? 1 : rank == 3 ? 3 : 5), "sum up to here");
    MPI_Comm_free(&comm);
    MPI_Group_free(&half);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
