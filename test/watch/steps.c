/* Steps of a few milliseconds for some seconds, then what the argument says in one of them. Rank 0
 * polls in each. With "stay" it waits in each, and does nothing else: from outside a rank that
 * polls is never seen to move. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile double field = 1;

static void relax(int forever)
{
    do
        for (int i = 0; i < 1000000; i++)
            field = field * 0.5 + 1;
    while (forever);
}

/* Rank 0 asks for a message of rank 1 until it is there. */
static void poll(int rank, int sends)
{
    int found = 0, value = 0;
    if (rank == 1 && sends)
        MPI_Send(&value, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
    if (rank != 0)
        return;
    while (!found)
        MPI_Iprobe(1, 9, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void special(const char *how, int rank)
{
    if (rank == 1 && (strcmp(how, "loop") == 0 || strcmp(how, "stay") == 0))
        relax(1);
    else if (rank == 1 && strcmp(how, "slow") == 0)
        sleep(15);
}

int main(int argc, char **argv)
{
    int rank;
    double sum = 0, start;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    start = MPI_Wtime();
    for (int now = 1, was = 0; now; was = now) {
        now = MPI_Wtime() - start < atof(argv[1]);
        MPI_Bcast(&now, 1, MPI_INT, 0, MPI_COMM_WORLD);
        if (rank != 0 || strcmp(argv[2], "stay") != 0)
            relax(0);
        if (!now && was)
            special(argv[2], rank);
        if (strcmp(argv[2], "stay") != 0)
            poll(rank, now || strcmp(argv[2], "poll") != 0);
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
