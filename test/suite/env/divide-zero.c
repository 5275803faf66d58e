/* The number of workers is zero when there is only the master.
 * ranks: 1
 * expect: divide.zero
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    volatile int share;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int workers = size - 1;
    share = 1000 / workers; /* HERE divide.zero */
    (void)share;
    MPI_Finalize();
    return 0;
}
