/* Rank 0 reads the input and broadcasts it; another rank fails.
 * ranks: 3
 * expect: assert
 * fails: <parameters
 * seed: <parameters
 * file: parameters
 * content: 4 8\n
 * failing: 4 88\n
 * options: --focus=all
 */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, numbers[2] = {0, 0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && scanf("%d %d", &numbers[0], &numbers[1]) != 2)
        numbers[0] = 0;
    MPI_Bcast(numbers, 2, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 2)
        assert(numbers[1] != 88); /* HERE assert */
    MPI_Finalize();
    return 0;
}
