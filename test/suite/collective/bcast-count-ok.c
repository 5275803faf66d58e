/* The amount is broadcast first.
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
    int count = 0, data[8] = {0};
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        count = 5;
        for (int i = 0; i < count; i++)
            data[i] = i + 1;
    }
    MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(data, count, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 8; i++)
        check(data[i] == (i < 5 ? i + 1 : 0), "data");
    MPI_Finalize();
    return 0;
}
