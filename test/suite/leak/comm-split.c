/* The communicators of a split are left by the odd ranks alone.
 * ranks: 4
 * expect: leak.comm
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Comm half;
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(comm, rank % 2, rank, &half); /* HERE leak.comm */ /* CREATED leak.comm */
    MPI_Barrier(half);
    if (rank % 2 == 0)
        MPI_Comm_free(&half);
    MPI_Finalize(); /* HERE leak.comm */
    return 0;
}
