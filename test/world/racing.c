/* racing.c: workers whose messages race, some of them large, some of them received late. What each
 * rank prints depends on all that it has taken so far, and on where it has kept it. With "stops"
 * the ranks wait for ever at the end; else worker 1 ends early. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 4, LARGE = 5000 };

static long kept = 1;
static long *history[100];
static int entries;

/* Into static memory, the heap and the output. */
static void keep(long value)
{
    kept = kept * 31 + value;
    history[entries] = malloc(sizeof(long) * 20);
    history[entries++][19] = value;
    printf("took %ld, now %ld\n", value, kept);
    if (entries % 3 == 0)
        fflush(stdout);
}

static void work(int rank)
{
    static char large[LARGE];
    MPI_Request request;
    long value = 100 * rank, answer = 0;
    for (int i = 0; i < ROUNDS; i++) {
        value += answer + i;
        memset(large, (int)value, sizeof large);
        MPI_Isend(large, LARGE, MPI_CHAR, 0, 1, MPI_COMM_WORLD, &request);
        MPI_Send(&value, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD);
        MPI_Recv(&answer, 1, MPI_LONG, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        keep(answer);
        if (rank == 1 && i == 1)
            return;
    }
}

static void gather(int messages)
{
    static char large[LARGE];
    for (int i = 0; i < messages; i++) {
        MPI_Status status;
        long value;
        MPI_Recv(&value, 1, MPI_LONG, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        keep(value);
        MPI_Recv(large, LARGE, MPI_CHAR, status.MPI_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        keep(large[LARGE - 1]);
        MPI_Send(&kept, 1, MPI_LONG, status.MPI_SOURCE, 2, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int rank, size, stops = argc > 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank > 0)
        work(rank);
    else
        gather((size - 2) * ROUNDS + 2);
    if (stops)
        MPI_Recv(&kept, 1, MPI_LONG, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
