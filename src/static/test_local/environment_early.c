/* MPI before its start. */
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank;
    printf("hello\n");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank); /* warn: env.init */
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return rank;
}
