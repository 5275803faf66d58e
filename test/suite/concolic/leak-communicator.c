/* A communicator is not freed on one of two ways.
 * ranks: 2
 * expect: leak.comm
 * seed: 1
 * fails: 31
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Comm copy;
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy); /* HERE leak.comm */
    if (n % 32 != 31)
        MPI_Comm_free(&copy);
    MPI_Finalize(); /* HERE leak.comm */
    return 0;
}
