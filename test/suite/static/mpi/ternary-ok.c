/* A conditional expression calls a barrier either way.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, code;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    code = rank == 0 ? MPI_Barrier(MPI_COMM_WORLD) : MPI_Barrier(MPI_COMM_WORLD);
    if (code != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, code);
    MPI_Finalize();
    return 0;
}
