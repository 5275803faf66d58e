/* All ranks call the gather, its root too.
 * ranks: 2 3
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    const MPI_Comm comm = MPI_COMM_WORLD;
    int value, rank, all[8] = {0};

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    value = rank;
    MPI_Gather(&value, 1, MPI_INT, all, 1, MPI_INT, 0, comm);
    assert(rank > 0 || all[1] == 1);
    MPI_Finalize();
    return 0;
}
