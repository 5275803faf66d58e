/* Numbers of the standard input that are checked before they are used.
 * ranks: 2
 * expect: clean
 * seed: <numbers
 * file: numbers
 * content: 5 6\n
 */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, values[2] = {0, 0}, table[10] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && scanf("%d %d", &values[0], &values[1]) == 2)
        if (values[1] >= 0 && values[1] < 10)
            assert(table[values[1]] == 0);
    MPI_Bcast(values, 2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
