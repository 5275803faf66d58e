#include "static/test_programs/probe.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct settings {
    int steps;
    int mine;
    double limit;
};

static int plain_flag; /* its address is never taken */

static void use_flag(void)
{
    differs(plain_flag);
}

static int global_rank, global_size, global_n;

static void fill(struct settings *settings, int rank)
{
    settings->steps = 10;
    settings->mine = rank;
}

static void share(int *value)
{
    MPI_Bcast(value, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

static void set_up(void)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &global_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &global_size);
}

static void use_globals(void)
{
    differs(global_rank);
    same(global_size);
    same(global_rank < global_size);
    same(global_n);
}

int main(int argc, char **argv)
{
    int rank, n = 0, m = 0, k = 0, flag, total, sum, got, many[4], all[16], position = 0;
    struct settings settings;
    MPI_Request request;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    set_up();
    plain_flag = rank > 3;
    use_flag();
    plain_flag = 2;
    same(plain_flag);
    same(argc);
    same(argc > 1 ? atoi(argv[1]) : 5);
    if (rank == 0)
        if (scanf("%d", &n) != 1)
            n = 3;
    differs(n);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    same(n);
    for (int i = 0; i < n; i++)
        same(i);
    if (rank == 0)
        m = 5;
    differs(m);
    share(&m);
    same(m);
    share(&k);
    global_n = n;
    use_globals();
    global_n = rank;
    fill(&settings, rank);
    same(settings.steps);
    differs(settings.mine);
    settings.mine = 0;
    same(settings.mine);
    memset(&settings, 0, sizeof settings);
    same(settings.mine);
    MPI_Allreduce(&rank, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    same(total);
    MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    differs(sum);
    MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    differs(sum);
    MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    same(all[3]);
    differs(all[rank]);
    MPI_Scatter(all, 1, MPI_INT, &got, 1, MPI_INT, 0, MPI_COMM_WORLD);
    differs(got);
    MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
    differs(got);
    differs(status.MPI_SOURCE);
    MPI_Irecv(many, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    differs(flag);
    differs(many[1]);
    differs(MPI_Wtime() > 3.0);
    differs(time(NULL) > 5);
    differs(getpid() == 7);
    unsure(getenv("HOME") != NULL);
    unsure(rand());
    same((int)strlen("abc") + abs(position));
    char *block = malloc(100);
    same(block != NULL);
    position = rank % 2;
    differs(position);
    position = 4;
    same(position);
    MPI_Finalize();
    return 0;
}
