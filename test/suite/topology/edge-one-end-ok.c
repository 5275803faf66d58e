/* Both ends of each edge name it.
 * ranks: 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Comm g;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int d = (rank + 1) % size, s = (rank + size - 1) % size; /* destination and source */
    int *volatile w = MPI_UNWEIGHTED; /* hides from the compiler that it is no array */
    MPI_Comm c = MPI_COMM_WORLD;
    MPI_Info i = MPI_INFO_NULL;

    MPI_Dist_graph_create_adjacent(c, 1, &s, w, 1, &d, w, i, 0, &g);
    MPI_Comm_free(&g);
    MPI_Finalize();
    return 0;
}
