/* Two numbers of the command line that have to fit together.
 * ranks: 2
 * expect: crash.abort
 * seed: 3 4
 * fails: 45 55
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    long width = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
    long height = argc > 2 ? strtol(argv[2], NULL, 0) : 0;
    if (width + height == 100 && height - width == 10)
        MPI_Abort(MPI_COMM_WORLD, 2); /* HERE crash.abort */
    MPI_Finalize();
    return 0;
}
