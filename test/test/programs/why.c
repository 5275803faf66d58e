/* Branches that are not taken, each for another reason. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void never(int value)
{
    if (value > 3)
        puts("more");
}

static void deep(int n, int m, int k)
{
    if (n > 0 && n < 5 && m > 0 && m < 5)
        if (n + m == 11)
            puts("impossible");
    /* The product of two primes of 30 bits. */
    if (m > 7 && k > 7 && (long)m * k == 1729382205907533649 && m % 7 == 3 && k % 11 == 4)
        puts("hard");
}

int main(int argc, char **argv)
{
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]);
    if (size > 100)
        puts("beyond --max-ranks");
    if (n > 50)
        puts("beyond --cap");
    if (argc > 1000)
        puts("beyond the words that a test appends");
    if (getpid() < 0)
        never(n);
    deep(n, atoi(argv[2]), atoi(argv[3]));
    MPI_Finalize();
    return 0;
}
