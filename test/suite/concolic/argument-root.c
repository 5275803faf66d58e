/* The root is a number of the input that nobody checks above.
 * ranks: 2
 * expect: arg.root
 * seed: 0
 * fails: 9
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int root = argc > 1 ? atoi(argv[1]) : 0;
    if (root < 0)
        root = 0;
    if (root >= size && size < 8)
        value = 1;
    MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD); /* HERE arg.root */
    MPI_Finalize();
    return 0;
}
