/* Three pairs match six integers.
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
    int data[6] = {0};
    MPI_Datatype pair;
    MPI_Request request;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    if (rank == 0) {
        for (int i = 0; i < 6; i++)
            data[i] = i;
        MPI_Ibcast(data, 3, pair, 0, MPI_COMM_WORLD, &request);
    } else {
        MPI_Ibcast(data, 6, MPI_INT, 0, MPI_COMM_WORLD, &request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < 6; i++)
        check(data[i] == i, "data");
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
