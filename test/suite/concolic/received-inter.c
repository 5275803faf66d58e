/* A number for the other group of an inter-communicator.
 * ranks: 4
 * expect: assert
 * seed: 7
 * fails: 640
 * options: --focus=all --fixed-ranks
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, n = 0;
    MPI_Comm half, both;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 1, &both);
    if (rank == 1)
        n = argc > 1 ? atoi(argv[1]) : 0;
    MPI_Bcast(&n, 1, MPI_INT, rank == 1 ? MPI_ROOT : rank == 0 ? MPI_PROC_NULL
                                                               : 1,
              both);
    if (rank == 3)
        assert(n != 640); /* HERE assert */
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
