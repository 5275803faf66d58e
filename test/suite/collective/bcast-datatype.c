/* The root broadcasts integers and the others expect floats.
 * ranks: 4
 * expect: mismatch.datatype
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
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        for (int i = 0; i < 4; i++)
            numbers[i] = i * i;
    if (rank == 0)
        MPI_Bcast(numbers, 4, MPI_INT, 0, MPI_COMM_WORLD); /* HERE mismatch.datatype */
    else
        MPI_Bcast(numbers, 4, MPI_FLOAT, 0, MPI_COMM_WORLD); /* HERE mismatch.datatype */
    for (int i = 0; i < 4; i++)
        check(numbers[i] == i * i, "numbers");
    MPI_Finalize();
    return 0;
}
