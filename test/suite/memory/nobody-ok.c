/* What goes to MPI_PROC_NULL, or comes from there, needs no memory.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdlib.h>

int main(void)
{
    int size = 2, border = 0, *rows = calloc(4, sizeof *rows), none = MPI_PROC_NULL;
    int row[2] = {0}, rank;
    MPI_Comm line;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Send(rows + 4, 100, MPI_INT, none, 0, MPI_COMM_WORLD);
    MPI_Recv(rows - 1, 100, MPI_INT, none, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(rows + 2, 9, MPI_INT, none, 0, rows, 9, MPI_INT, none, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &border, 0, &line);
    /* The last rank has no neighbour behind it. */
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, rank == 1 ? rows + 3 : row, 1, MPI_INT, line);
    MPI_Comm_free(&line);
    free(rows);
    MPI_Finalize();
    return 0;
}
