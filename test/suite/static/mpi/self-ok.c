/* Collectives on MPI_COMM_SELF concern one rank alone.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, n = 0;
    MPI_Comm alone;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Barrier(MPI_COMM_SELF);
    for (int i = 0; i < rank; i++)
        MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_SELF);
    if (rank == 1) {
        MPI_Comm_dup(MPI_COMM_SELF, &alone);
        MPI_Barrier(alone);
        MPI_Comm_free(&alone);
    }
    MPI_Finalize();
    return 0;
}
