/* Ranks that ignore every request to end. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    /* Behind MPI_Init: libraries install handlers of their own. */
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("rank %d ready\n", rank);
    fflush(stdout);
    for (;;)
        pause();
}
