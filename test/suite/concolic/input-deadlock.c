/* A number decides whether rank 1 waits for a message that nobody sends.
 * ranks: 2
 * expect: deadlock
 * seed: 10
 * fails: 64
 * options: --fixed-ranks
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (rank == 0 && n != 64)
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE deadlock */
    MPI_Finalize();
    return 0;
}
