/* Rank 0 and rank 1 look at different numbers, and only together they wait for each other.
 * ranks: 2
 * expect: deadlock
 * seed: 1 2
 * fails: 10 20
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int first = argc > 2 ? atoi(argv[1]) : 0;
    int second = argc > 2 ? atoi(argv[2]) : 0;
    if (rank == 0 && first == 10 && second == 20)
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE deadlock */
    if (rank == 1 && second == 20 && first == 10)
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE deadlock */
    MPI_Finalize();
    return 0;
}
