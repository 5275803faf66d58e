/* The size decides by way of several variables and a function.
 * ranks: 3
 * expect: clean
 */
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

static bool is_edge(int at, int last)
{
    return at == 0 || at == last;
}

int main(void)
{
    int rank, size, position;
    bool edge, inner;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    position = size / 2;
    edge = is_edge(position, size - 1);
    inner = !edge;
    if (inner)
        MPI_Barrier(MPI_COMM_WORLD);
    if (rank > 1000)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
