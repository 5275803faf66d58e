/* Buffers with less memory than the call says. */
#include <mpi.h>
#include <stdlib.h>

static double table[8];

void too_small(int n)
{
    int one = 0, five[5] = {0}, *twenty = malloc(20 * sizeof(int));
    char letter[1];
    MPI_Send(&one, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);                         /* warn: arg.buffer */
    MPI_Send(five + 2, 4, MPI_INT, 0, 0, MPI_COMM_WORLD);                     /* warn: arg.buffer */
    MPI_Send(twenty, 21, MPI_INT, 0, 0, MPI_COMM_WORLD);                      /* warn: arg.buffer */
    MPI_Bcast(table, 9, MPI_DOUBLE, 0, MPI_COMM_WORLD);                       /* warn: arg.buffer */
    MPI_Recv(letter, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* warn: arg.buffer */
    MPI_Allgather(&n, 1, MPI_INT, five, 6, MPI_INT, MPI_COMM_WORLD);          /* warn: arg.buffer */
    free(twenty);
}

struct pair {
    int first, second;
};

void large_enough_ok(int n, int *given)
{
    int one = 0, five[5] = {0}, *twenty = malloc(20 * sizeof(int)), *some = malloc((size_t)n);
    int variable[n];
    struct pair pair = {0, 0};
    MPI_Send(&one, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(five + 2, 3, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(five + n, 5, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(twenty, 20, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(some, 20, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(given, 20, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(variable, 20, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(&pair.first, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(&one, 2, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Bcast(table, 8, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Gather(&n, 1, MPI_INT, &one, 2, MPI_INT, 0, MPI_COMM_WORLD); /* of a root that is another */
    free(twenty);
    free(some);
}
