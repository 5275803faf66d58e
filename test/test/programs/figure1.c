/* Paper, figure 1: two branches, a bug behind one of them. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int x, y;

    MPI_Init(&argc, &argv);
    x = atoi(argv[1]);
    y = atoi(argv[2]);
    if (x != 100)
        printf("fine\n");
    else
        abort();
    if (x / 2 + y > 200)
        printf("large\n");
    MPI_Finalize();
    return 0;
}
