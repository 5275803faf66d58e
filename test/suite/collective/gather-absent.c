/* The root of a gather does not call it; the others need not wait for it.
 * ranks: 2 3
 * expect: mismatch.collective
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    const MPI_Comm comm = MPI_COMM_WORLD;
    int value, rank, all[8] = {0};

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    value = rank;
    if (rank > 0)
        MPI_Gather(&value, 1, MPI_INT, all, 1, MPI_INT, 0, comm); /* HERE mismatch.collective */
    MPI_Finalize();
    return 0;
}
