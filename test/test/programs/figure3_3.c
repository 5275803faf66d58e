/* Dissertation, figure 3.3: branches on floating-point numbers. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int a;
    float b, c;

    MPI_Init(&argc, &argv);
    a = atoi(argv[1]);
    b = strtof(argv[2], NULL);
    if (b > 1.1f && b < 1.2f)
        printf("f1\n");
    c = (float)a * 1.1f;
    if (c > 2)
        printf("f2\n");
    MPI_Finalize();
    return 0;
}
