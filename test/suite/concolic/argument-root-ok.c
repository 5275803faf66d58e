/* The root is a number of the input that is brought into its bounds.
 * ranks: 2
 * expect: clean
 * seed: 0
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int size, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int root = argc > 1 ? atoi(argv[1]) : 0;
    if (root < 0)
        root = 0;
    if (root >= size)
        root = size - 1;
    MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
