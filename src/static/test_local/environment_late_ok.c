/* What may be called at any time, and an end that only some paths reach. */
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank, flag;
    MPI_Initialized(&flag);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1) {
        MPI_Finalize();
        return 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    printf("%f\n", MPI_Wtime());
    return 0;
}
