/* Programs with known numbers of schedules, for bench/verify.sh.
 *
 * verify workers K     rank 0 receives K messages of each other rank, from any source
 * verify work S        ten receives of any source; before the last, which alone has a choice, the
 *                      receiver computes for S seconds */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void compute(double seconds)
{
    struct timespec start, now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    do
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    while ((double)(now.tv_sec - start.tv_sec) + (double)(now.tv_nsec - start.tv_nsec) * 1e-9 <
           seconds);
}

static void workers(int rank, int size, int count)
{
    int in, tag = 0;
    for (int i = 0; rank == 0 && i < (size - 1) * count; i++)
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; rank > 0 && i < count; i++)
        MPI_Send(&rank, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
}

static void work(int rank, int size, double seconds)
{
    enum { RECEIVES = 10 };
    int in, first;
    for (int i = 1; rank == 0 && i < RECEIVES; i++)
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 1; rank == 1 && i < RECEIVES; i++)
        MPI_Send(&rank, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
    if (rank > 0)
        MPI_Send(&rank, 1, MPI_INT, 0, RECEIVES, MPI_COMM_WORLD);
    if (rank == 0) {
        compute(seconds);
        MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, RECEIVES, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 2; i < size; i++) /* the others, by name: no further choice */
            MPI_Recv(&in, 1, MPI_INT, i == first ? 1 : i, RECEIVES, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc == 3 && strcmp(argv[1], "workers") == 0)
        workers(rank, size, (int)strtol(argv[2], NULL, 10));
    else if (argc == 3 && strcmp(argv[1], "work") == 0)
        work(rank, size, strtod(argv[2], NULL));
    MPI_Finalize();
    return 0;
}
