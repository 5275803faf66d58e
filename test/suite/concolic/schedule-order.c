/* Rank 0 takes messages in any order; the program fails if one number is given and rank 2 is first.
 * ranks: 3
 * expect: crash.signal
 * shows: crash.signal race.message
 * options: --schedules
 * seed: 10
 * fails: 37
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, first = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (rank > 0)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    for (int i = 1; rank == 0 && i < size; i++) {
        int from;
        MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE race.message */
        first = i == 1 ? from : first;
    }
    if (rank == 0 && n == 37 && first == 2)
        abort(); /* HERE crash.signal */
    MPI_Finalize();
    return 0;
}
