/* A reduction on two communicators, on each without the one that waits.
 * ranks: 2
 * expect: mismatch.comm
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int value = 1, sum = 0, rank, size;
    MPI_Comm other, comm;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &other);
    comm = rank == 0 ? other : MPI_COMM_WORLD;
    MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, 0, comm); /* HERE mismatch.comm */
    MPI_Comm_free(&other);
    MPI_Finalize();
    return 0;
}
