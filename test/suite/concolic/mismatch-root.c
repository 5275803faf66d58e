/* The root is computed, and for one number ranks do not agree on it.
 * ranks: 3
 * expect: mismatch.root
 * seed: 4
 * fails: 12
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    int root = n == 12 ? rank % 2 : 0;
    MPI_Bcast(&value, 1, MPI_INT, size > 1 ? root : 0, MPI_COMM_WORLD); /* HERE mismatch.root */
    MPI_Finalize();
    return 0;
}
