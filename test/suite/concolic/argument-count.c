/* A count gets negative.
 * ranks: 2
 * expect: arg.count
 * seed: 4
 * fails: 101
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static int values[100];
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (n >= 0 && n < 1000)
        MPI_Bcast(values, n <= 100 ? n : 100 - n, MPI_INT, 0, MPI_COMM_WORLD); /* HERE arg.count */
    MPI_Finalize();
    return 0;
}
