/* A rank calls abort only if its memory is exhausted.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, value = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        int *copy = malloc(sizeof *copy);
        if (copy == NULL)
            abort();
        *copy = value;
        MPI_Send(copy, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        free(copy);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
