/* Seven ranks are one too many.
 * ranks: 2 7
 * expect: crash.abort
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size == 7)
        MPI_Abort(MPI_COMM_WORLD, 7); /* HERE crash.abort */
    MPI_Finalize();
    return 0;
}
