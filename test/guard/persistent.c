/* Irregular persistent collectives whose displacements do not fit into an int, each started twice.
 * Buffers are address space that is hardly touched. With `far`, blocks lie more than 2^32 elements
 * apart. Says whether all data are right. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { MOST = 8, COUNT = 10 };
static const size_t ROOM = (size_t)48 << 30;

static int rank, size, faults, counts[MOST], places[MOST];
static int64_t slot;
static char *from, *to; /* the middle of two buffers */

static char *reserve(void)
{
    char *room = mmap(NULL, ROOM, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED)
        MPI_Abort(MPI_COMM_WORLD, 3);
    return room + ROOM / 2;
}

/* `spread`: in a slot for each rank, else at one place. */
static void fill(int spread, int round)
{
    for (int i = 0; i < (spread ? size : 1); i++)
        memset(from + i * slot, 1 + rank + round, COUNT);
}

static void check(const char *what, int spread, int sender, int round)
{
    char expected[COUNT];
    for (int i = 0; i < (spread ? size : 1); i++) {
        memset(expected, 1 + round + (spread ? i : sender), COUNT);
        if (memcmp(to + i * slot, expected, COUNT) != 0) {
            printf("%s: rank %d: block %d is wrong\n", what, rank, i);
            faults++;
        }
        memset(to + i * slot, 0, COUNT);
    }
}

static void run(const char *what, MPI_Request *request, int from_slots, int to_slots, int receives)
{
    for (int round = 0; round < 2; round++) {
        fill(from_slots, round);
        MPI_Start(request);
        MPI_Wait(request, MPI_STATUS_IGNORE);
        if (receives)
            check(what, to_slots, 0, round);
    }
    MPI_Request_free(request);
}

int main(int argc, char **argv)
{
    MPI_Request request;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Info info = MPI_INFO_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    slot = argc > 1 ? 1500000001 : 1000000001;
    from = reserve();
    to = reserve();
    for (int i = 0; i < size; i++) {
        counts[i] = COUNT;
        places[i] = (int)(uint32_t)(i * slot);
    }
    MPI_Gatherv_init(from, COUNT, MPI_CHAR, to, counts, places, MPI_CHAR, size - 1, comm, info,
                     &request);
    run("gather", &request, 0, 1, rank == size - 1);
    MPI_Scatterv_init(from, counts, places, MPI_CHAR, to, COUNT, MPI_CHAR, 0, comm, info, &request);
    run("scatter", &request, 1, 0, 1);
    MPI_Allgatherv_init(from, COUNT, MPI_CHAR, to, counts, places, MPI_CHAR, comm, info, &request);
    run("allgather", &request, 0, 1, 1);
    MPI_Alltoallv_init(from, counts, places, MPI_CHAR, to, counts, places, MPI_CHAR, comm, info,
                       &request);
    run("alltoall", &request, 1, 1, 1);
    MPI_Allreduce(MPI_IN_PLACE, &faults, 1, MPI_INT, MPI_SUM, comm);
    if (rank == 0)
        printf(faults ? "%d faults\n" : "all is well\n", faults);
    MPI_Finalize();
    return faults != 0;
}
