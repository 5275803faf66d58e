/* A number of the standard input.
 * ranks: 2
 * expect: assert
 * seed: <numbers
 * fails: <numbers
 * file: numbers
 * content: 5 6\n
 * failing: 5 1234\n
 */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, values[2] = {0, 0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && scanf("%d %d", &values[0], &values[1]) == 2)
        assert(values[1] != 1234); /* HERE assert */
    MPI_Bcast(values, 2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
