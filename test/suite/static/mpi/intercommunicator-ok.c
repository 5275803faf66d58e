/* Both sides of an intercommunicator take part in its broadcast, each with its root.
 * ranks: 4
 * expect: clean
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
    if (side == 0)
        MPI_Bcast(&n, 1, MPI_INT, rank == 0 ? MPI_ROOT : MPI_PROC_NULL, both);
    else
        MPI_Bcast(&n, 1, MPI_INT, 0, both);
    MPI_Comm_free(&both);
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
