/* Three pairs make communicators, in an order that all keep.
 * ranks: 3
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(void)
{
    MPI_Group world, group;
    MPI_Comm pair[2];
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    for (int step = 0; step < 2; step++) {
        int partner = rank == 0 ? 1 + step : rank == 1 ? 2 * step : step;
        int members[2] = {rank < partner ? rank : partner, rank < partner ? partner : rank};
        int tag = members[0] + members[1];

        MPI_Group_incl(world, 2, members, &group);
        MPI_Comm_create_group(MPI_COMM_WORLD, group, tag, &pair[step]);
        MPI_Group_free(&group);
    }
    for (int step = 0; step < 2; step++) {
        int members = 0, place = -1;

        MPI_Comm_size(pair[step], &members);
        MPI_Comm_rank(pair[step], &place);
        check(members == 2 && place >= 0, "a pair");
        MPI_Comm_free(&pair[step]);
    }
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
