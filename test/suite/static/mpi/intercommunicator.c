/* Only one side of an intercommunicator takes part in its broadcast.
 * ranks: 4
 * expect: collective.divergence
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, side, n = 0;
    MPI_Comm part, both;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    side = rank % 2;
    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &part);
    MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, 1 - side, 3, &both);
    if (side == 0) /* HERE collective.divergence */
        MPI_Barrier(both);
    if (n > 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(&both);
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
