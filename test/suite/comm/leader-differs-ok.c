/* Only the leader of a group needs the communicator to the other one.
 * ranks: 4
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Comm half, inter;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
    int other = rank < 2 ? 2 : 0;
    MPI_Comm world = rank % 2 ? MPI_COMM_NULL : MPI_COMM_WORLD;
    int leader = 0;
    MPI_Intercomm_create(half, leader, world, other, 0, &inter);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
