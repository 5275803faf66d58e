/* Split orders by key, then by the old rank, leaves ranks out, and splits further.
 * ranks: 1 2 3 5
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
    int r, s, first;
    MPI_Comm reversed, same, odd, part, smaller;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, 7, -rank, &reversed);
    MPI_Comm_rank(reversed, &r);
    check(r == size - 1 - rank, "reversed");
    MPI_Comm_split(reversed, 0, 3, &same); /* equal keys: the order of the parent */
    MPI_Comm_rank(same, &r);
    check(r == size - 1 - rank, "order of the parent");
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2 ? 0 : MPI_UNDEFINED, 0, &odd);
    check((odd == MPI_COMM_NULL) == (rank % 2 == 0), "left out");
    MPI_Comm_dup(MPI_COMM_WORLD, &part);
    for (s = size, first = 0; s > 1;) { /* halves, until each rank is alone */
        int half = (s + 1) / 2, upper = rank - first >= half;

        MPI_Comm_split(part, upper, rank, &smaller);
        MPI_Comm_free(&part);
        part = smaller;
        first += upper ? half : 0;
        s = upper ? s - half : half;
        MPI_Comm_size(part, &r);
        check(r == s, "size of the half");
        MPI_Comm_rank(part, &r);
        check(r == rank - first, "rank in the half");
    }
    MPI_Comm_free(&part);
    MPI_Comm_free(&reversed);
    MPI_Comm_free(&same);
    if (odd != MPI_COMM_NULL)
        MPI_Comm_free(&odd);
    MPI_Finalize();
    return 0;
}
