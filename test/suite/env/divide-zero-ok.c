/* A lone master counts as a worker.
 * ranks: 1
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    volatile int share;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int workers = size > 1 ? size - 1 : 1;
    share = 1000 / workers;
    (void)share;
    MPI_Finalize();
    return 0;
}
