/* Comparison of communicators: identical, congruent, similar, unequal.
 * ranks: 2 3 4
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

static int relation(MPI_Comm one, MPI_Comm two)
{
    int result;

    MPI_Comm_compare(one, two, &result);
    return result;
}

int main(void)
{
    MPI_Comm copy, turned, first;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &turned);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0, rank, &first);
    check(relation(MPI_COMM_WORLD, MPI_COMM_WORLD) == MPI_IDENT, "identical");
    check(relation(MPI_COMM_WORLD, copy) == MPI_CONGRUENT, "congruent");
    check(relation(copy, turned) == MPI_SIMILAR, "similar");
    check(relation(copy, first) == MPI_UNEQUAL, "unequal");
    check(relation(MPI_COMM_SELF, MPI_COMM_WORLD) == MPI_UNEQUAL, "self");
    MPI_Comm_free(&copy);
    MPI_Comm_free(&turned);
    MPI_Comm_free(&first);
    MPI_Finalize();
    return 0;
}
