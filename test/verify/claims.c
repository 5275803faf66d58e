/* One program for each claim: what is wrong stands behind something that hides it. */
#include <mpi.h>
#include <stddef.h>
#include <string.h>

static int rank;

/* The first receive is too short; behind it both ranks receive first. */
static void truncation(void)
{
    int two[2] = {1, 2};

    if (rank == 0)
        MPI_Send(two, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else if (rank == 1)
        MPI_Recv(two, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(two, 1, MPI_INT, (rank + 1) % 2, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* The buffer of a send that is under way is changed; what is behind depends on it. */
static void race(void)
{
    int out = 1, in = 0;
    MPI_Request request;

    MPI_Isend(&out, 1, MPI_INT, (rank + 1) % 2, 0, MPI_COMM_WORLD, &request);
    out = 2;
    MPI_Recv(&in, 1, MPI_INT, (rank + 1) % 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (in == 2)
        MPI_Recv(&in, 1, MPI_INT, (rank + 1) % 2, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void leak(void)
{
    MPI_Comm copy;

    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
}

/* Only with collectives that wait for all members: found by simulation. */
static void waiting(void)
{
    int value = 0;

    if (rank == 0) {
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Ssend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
}

/* Both ranks put to the same place. */
static void window(void)
{
    int *memory;
    MPI_Win win;

    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (strcmp(what, "truncation") == 0)
        truncation();
    if (strcmp(what, "race") == 0)
        race();
    if (strcmp(what, "window") == 0)
        window();
    if (strcmp(what, "leak") == 0)
        leak();
    if (strcmp(what, "waiting") == 0)
        waiting();
    MPI_Finalize();
    return 0;
}
