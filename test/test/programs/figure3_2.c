/* Dissertation, figure 3.2: small and large matrices. A large one takes as long as it is wide. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double multiply(int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += (double)i * j;
    return sum;
}

int main(int argc, char **argv)
{
    int n;

    MPI_Init(&argc, &argv);
    n = atoi(argv[1]);
    if (n <= 100)
        printf("small %g\n", multiply(n));
    else
        printf("large %d %g\n", n, multiply(n));
    MPI_Finalize();
    return 0;
}
