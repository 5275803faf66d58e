/* The sum of what comes, with the number of turns as weight, hits a forbidden value for one number and
 * one order.
 * ranks: 4
 * expect: assert
 * shows: assert race.message
 * options: --schedules --stop-at-first
 * seed: 2
 * fails: 7
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, digits = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (size == 4 && rank > 0)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    for (int i = 0; size == 4 && rank == 0 && i < 3; i++) {
        int from;
        MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE race.message */
        digits = 10 * digits + from;
    }
    assert(digits != 312 || n != 7); /* HERE assert */
    MPI_Finalize();
    return 0;
}
