/* checks-threads.c LEVEL MODE: threads that call MPI, rightly and wrongly by level. */
#include <mpi.h>

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, value;
static MPI_Comm comm;

/* Another thread than the main one. */
static void other(void)
{
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 1)
        MPI_Barrier(MPI_COMM_WORLD); /* other */
}

static void master(void)
{
#pragma omp parallel num_threads(2)
    {
#pragma omp master
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* One thread receives while another sends. */
static void overlap(void)
{
    int got, peer = 1 - rank;
    MPI_Status status;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            MPI_Recv(&got, 1, MPI_INT, peer, 1, MPI_COMM_WORLD, &status); /* overlap one */
        } else {
            usleep(300000);
            MPI_Send(&value, 1, MPI_INT, peer, 1, MPI_COMM_WORLD); /* overlap other */
        }
    }
}

/* All threads of the team, one after the other, with nothing that orders them. */
static void team(void)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 1)
            usleep(300000);
        MPI_Barrier(MPI_COMM_WORLD); /* team */
    }
}

static void nowait(void)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            MPI_Barrier(MPI_COMM_WORLD); /* nowait one */
        if (omp_get_thread_num() == 1) {
            usleep(300000);
            MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD); /* nowait other */
        }
    }
}

/* The same, ordered by a barrier. */
static void barrier(void)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            MPI_Barrier(MPI_COMM_WORLD);
#pragma omp barrier
        if (omp_get_thread_num() == 1)
            MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
}

static void critical(void)
{
#pragma omp parallel num_threads(2)
    {
#pragma omp critical
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* Each thread has a communicator of its own. */
static void apart(void)
{
#pragma omp parallel num_threads(2)
    MPI_Barrier(omp_get_thread_num() ? comm : MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*function)(void);
    } modes[] = {{"other", other},       {"master", master}, {"overlap", overlap},
                 {"team", team},         {"nowait", nowait}, {"barrier", barrier},
                 {"critical", critical}, {"apart", apart}};
    const int levels[] = {MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED,
                          MPI_THREAD_MULTIPLE};
    int provided;
    MPI_Init_thread(&argc, &argv, levels[atoi(argv[1])], &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (strcmp(argv[2], modes[i].name) == 0)
            modes[i].function();
    MPI_Comm_free(&comm);
    MPI_Finalize();
    if (rank == 0)
        printf("done\n");
    return 0;
}
