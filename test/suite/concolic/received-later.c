/* A nonblocking sum, and a persistent send.
 * ranks: 2
 * expect: assert
 * seed: 3
 * fails: 250
 * options: --focus=all --fixed-ranks
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, sum = 0, other = 0;
    MPI_Request sums, sends;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = argc > 1 ? atoi(argv[1]) % 1000 : 0;
    MPI_Iallreduce(&n, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &sums);
    MPI_Wait(&sums, MPI_STATUS_IGNORE);
    if (rank == 0) {
        MPI_Send_init(&sum, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &sends);
        MPI_Start(&sends);
        MPI_Wait(&sends, MPI_STATUS_IGNORE);
        MPI_Request_free(&sends);
    } else {
        MPI_Recv(&other, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        assert(other + n != 750); /* HERE assert */
    }
    MPI_Finalize();
    return 0;
}
