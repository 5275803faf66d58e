/* A tag is computed from the input.
 * ranks: 2
 * expect: arg.tag
 * seed: 4
 * fails: 50
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int value = 0;
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    int tag = n > 42 ? 42 - n : 0;
    if (n < 1000)
        MPI_Sendrecv(&value, 1, MPI_INT, MPI_PROC_NULL, tag, &value, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE arg.tag */
    MPI_Finalize();
    return 0;
}
