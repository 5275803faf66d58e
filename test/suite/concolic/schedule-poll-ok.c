/* A poll that finds nothing is tried again, whatever the number is.
 * ranks: 2
 * expect: clean
 * options: --schedules
 * seed: 3
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, flag = 0, value = 0;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (size >= 2 && rank == 1)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (size >= 2 && rank == 0) {
        MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        if (!flag)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (n > 50 && n < 60 && value != 1)
            abort();
    }
    MPI_Finalize();
    return 0;
}
