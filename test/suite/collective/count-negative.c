/* A difference with its terms exchanged makes the count of a broadcast negative.
 * ranks: 2
 * expect: arg.count
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
    MPI_Bcast(data + first, first - end, MPI_INT, 0, MPI_COMM_WORLD); /* HERE arg.count */
    check(data[0] == 0 && data[1] == 8 && data[2] == 0 && data[3] == 8, "data");
    MPI_Finalize();
    return 0;
}
