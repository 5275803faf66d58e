/* Equal signatures, though the root names a derived type.
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
    int numbers[4] = {0};
    MPI_Datatype pair;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        for (int i = 0; i < 4; i++)
            numbers[i] = i * i;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    if (rank == 0)
        MPI_Bcast(numbers, 2, pair, 0, MPI_COMM_WORLD);
    else
        MPI_Bcast(numbers, 4, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 4; i++)
        check(numbers[i] == i * i, "numbers");
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
