/* Ranks at the border leave out a neighbourhood collective.
 * ranks: 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int size, rank, dims[1], periods[1] = {0}, left, right, around[2] = {0, 0};
    MPI_Comm line;

    MPI_Init(NULL, NULL);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    dims[0] = size;
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &line);
    MPI_Comm_rank(line, &rank);
    MPI_Cart_shift(line, 0, 1, &left, &right);
    if (left != MPI_PROC_NULL) /* HERE collective.divergence */
        MPI_Neighbor_allgather(&rank, 1, MPI_INT, around, 1, MPI_INT, line);
    MPI_Comm_free(&line);
    MPI_Finalize();
    return 0;
}
