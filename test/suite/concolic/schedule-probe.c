/* A message is probed for, and another one received into the memory that was made for it. They have
 * different lengths if the number is above 20.
 * ranks: 3
 * expect: mismatch.truncation
 * shows: mismatch.truncation race.message
 * options: --schedules
 * seed: 5
 * fails: 21
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, count;
    static int numbers[8];
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (size >= 3 && (rank == 1 || rank == 2))
        MPI_Send(numbers, n > 20 ? 3 - rank : 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    for (int i = 0; size >= 3 && rank == 0 && i < 2; i++) {
        MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status); /* HERE race.message */
        MPI_Get_count(&status, MPI_INT, &count);
        MPI_Recv(numbers, count, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status); /* HERE mismatch.truncation */
    }
    MPI_Finalize();
    return 0;
}
