/* With a large number, the first message is taken from anybody and the second from rank 1, who may have
 * been first.
 * ranks: 3
 * expect: deadlock
 * shows: deadlock race.message
 * options: --schedules
 * seed: 10
 * fails: 101
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, from;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (size == 3 && (rank == 1 || rank == 2))
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (size == 3 && rank == 0) {
        int second = n > 100 ? 2 : MPI_ANY_SOURCE;
        MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE race.message */
        MPI_Recv(&from, 1, MPI_INT, second, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);         /* HERE deadlock */
    }
    MPI_Finalize();
    return 0;
}
