/* A switch on the size.
 * ranks: 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, size, n = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    switch (size % 3) {
    case 0:
        MPI_Barrier(MPI_COMM_WORLD);
        /* fall through */
    case 1:
        MPI_Bcast(&n, 1, MPI_INT, size - 1, MPI_COMM_WORLD);
        break;
    default:
        n = rank;
    }
    MPI_Finalize();
    return 0;
}
