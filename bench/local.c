/* One rank makes calls that need no peer; prints nanoseconds per call. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int calls = argc > 1 ? atoi(argv[1]) : 1000000, rank;
    MPI_Init(&argc, &argv);
    double start = MPI_Wtime();
    for (int i = 0; i < calls; i++)
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("%.1f\n", (MPI_Wtime() - start) / calls * 1e9);
    MPI_Finalize();
    return 0;
}
