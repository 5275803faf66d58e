/* Each rank sends its edge to its right neighbour while it computes, and relaxes the edge as well:
 * the send may take old values or new ones. overlap-fixed.c waits first. */
#include <mpi.h>
#include <stdio.h>

enum { CELLS = 1000 };

int main(int argc, char **argv)
{
    double cells[CELLS], ghost = 0;
    int rank, size;
    MPI_Request send;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < CELLS; i++)
        cells[i] = rank;
    MPI_Isend(&cells[CELLS - 1], 1, MPI_DOUBLE, (rank + 1) % size, 0, MPI_COMM_WORLD, &send);
    for (int i = 1; i < CELLS; i++)
        cells[i] = (cells[i - 1] + cells[i]) / 2;
    MPI_Recv(&ghost, 1, MPI_DOUBLE, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    printf("rank %d: ghost %g, edge %g\n", rank, ghost, cells[CELLS - 1]);
    MPI_Finalize();
    return 0;
}
