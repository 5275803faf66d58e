/* Each rank names itself as the leader of its group.
 * ranks: 4
 * expect: mismatch.collective
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
    MPI_Comm world = MPI_COMM_WORLD;
    int leader = rank % 2;
    MPI_Intercomm_create(half, leader, world, other, 0, &inter); /* HERE mismatch.collective */
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
