/* MPI after its end. */
#include <mpi.h>
#include <stddef.h>
int main(void)
{
    int rank;
    MPI_Init(NULL, NULL);
    MPI_Finalize();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank); /* warn: env.finalize */
    return rank;
}
