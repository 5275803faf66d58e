/* Bugs behind conditions on input, rank, number of ranks and rank in a communicator. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int costs[8];

static void divide(int n)
{
    printf("%d\n", 1000 / (n - 37)); /* divide.zero */
}

static void index_of(int n)
{
    if (n >= 0)
        costs[n]++; /* overflow.index */
}

static void multiply(int n)
{
    int cells = n * n; /* overflow.int */
    printf("%d\n", cells);
}

static void halves(int n)
{
    MPI_Comm half;
    int rank, local;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
    MPI_Comm_rank(half, &local);
    if (local == 2 && n == 5)
        abort(); /* local rank */
    MPI_Comm_free(&half);
}

static void wait_for_ever(int n)
{
    int rank, size, got;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size == 3 && n > 10 && rank == 1)
        MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* deadlock */
}

static void loop(int n)
{
    volatile int at = 0;
    while (n == 12)
        at++; /* loop */
}

int main(int argc, char **argv)
{
    int n;

    MPI_Init(&argc, &argv);
    n = atoi(argv[2]);
    if (strcmp(argv[1], "divide") == 0)
        divide(n);
    else if (strcmp(argv[1], "index") == 0)
        index_of(n);
    else if (strcmp(argv[1], "multiply") == 0)
        multiply(n);
    else if (strcmp(argv[1], "halves") == 0)
        halves(n);
    else if (strcmp(argv[1], "wait") == 0)
        wait_for_ever(n);
    else if (strcmp(argv[1], "loop") == 0)
        loop(n);
    MPI_Finalize();
    return 0;
}
