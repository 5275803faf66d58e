/* In another file all ranks meet the barrier.
 * ranks: 2 3
 * expect: clean
 * files: parts/meet-all.c
 */
#include <mpi.h>
#include <stddef.h>

void meet(int who);

int main(void)
{
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    meet(rank);
    MPI_Finalize();
    return 0;
}
