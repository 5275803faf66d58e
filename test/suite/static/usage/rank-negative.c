/* A send to a negative rank.
 * ranks: 1
 * expect: arg.rank
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int value = 0;

    MPI_Init(NULL, NULL);
    MPI_Send(&value, 1, MPI_INT, -7, 0, MPI_COMM_WORLD); /* HERE arg.rank */
    MPI_Finalize();
    return 0;
}
