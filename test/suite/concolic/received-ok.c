/* A number goes round a ring of all ranks and comes back as it was.
 * ranks: 3
 * expect: clean
 * seed: 5
 * options: --focus=all
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, back = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Sendrecv(&n, 1, MPI_INT, right, 0, &back, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (n == 77)
        assert(back == 77);
    MPI_Finalize();
    return 0;
}
