/* What each technique of cost control changes can be seen from outside. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <tutti.h>

extern int tutti_symbolic __attribute__((weak)); /* of the test build: this rank runs heavy code */

int main(int argc, char **argv)
{
    int rank, capped = 0, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = atoi(argv[1]), m = atoi(argv[2]), l = atoi(argv[3]);
    tutti_int_max(&capped, "capped", 10);
    if (capped > 10)
        printf("beyond the cap\n");
    for (int i = 0; i < n && i < 20; i++)
        sum += i;
    if (m % 97 == 13 && l > m && l % 5 == 2)
        printf("remainders: %d\n", sum);
    if (rank == 1 && &tutti_symbolic && tutti_symbolic)
        abort(); /* HERE */
    MPI_Finalize();
    return 0;
}
