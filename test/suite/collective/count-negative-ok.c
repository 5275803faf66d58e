/* The difference the right way round.
 * ranks: 2
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
    int data[4] = {0}, first = 1, end = 4;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        data[first] = data[end - 1] = 8;
    MPI_Bcast(data + first, end - first, MPI_INT, 0, MPI_COMM_WORLD);
    check(data[0] == 0 && data[1] == 8 && data[2] == 0 && data[3] == 8, "data");
    MPI_Finalize();
    return 0;
}
