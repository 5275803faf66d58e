/* The first rank of each node reduces on the communicator of the first ranks.
 * ranks: 4
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, node_rank, sum = 0;
    MPI_Comm node, leaders;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &node);
    MPI_Comm_rank(node, &node_rank);
    MPI_Comm_split(MPI_COMM_WORLD, node_rank == 0 ? 0 : MPI_UNDEFINED, rank, &leaders);
    MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, node);
    if (node_rank == 0) {
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, leaders);
        MPI_Comm_free(&leaders);
    }
    MPI_Bcast(&sum, 1, MPI_INT, 0, node);
    MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}
