/* The command line decides about a barrier, on all ranks alike.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, steps;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    steps = argc > 1 ? atoi(argv[1]) : 1;
    if (steps > 0 || (argc > 2 && strcmp(argv[2], "-b") == 0))
        MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < steps; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
