/* The callee of one arm ends the job.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

static void give_up(void)
{
    MPI_Abort(MPI_COMM_WORLD, 3);
    exit(0);
}

int main(void)
{
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank > 0)
        give_up();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
