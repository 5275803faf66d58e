/* Communicators are made and freed again and again.
 * ranks: 2 3
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
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 300; i++) {
        MPI_Comm one, two;
        int sum = 0;

        MPI_Comm_dup(MPI_COMM_WORLD, &one);
        MPI_Comm_split(one, (rank + i) % 2, rank, &two);
        MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, two);
        MPI_Comm_free(&one);
        check(sum % (i ? i : 1) == 0 && (sum > 0) == (i > 0), "sum");
        MPI_Comm_free(&two);
    }
    MPI_Finalize();
    return 0;
}
