/* All ranks of the group call MPI_Comm_create_group, and no other.
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
    int ranks[2] = {0, 2}, members = 0;
    MPI_Group world, group;
    MPI_Comm comm = MPI_COMM_NULL;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 2, ranks, &group);
    if (rank == 0)
        MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &comm);
    if (rank == 2) {
        MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &comm);
        MPI_Recv(&members, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check(members == 2, "members");
    }
    if (rank == 0) {
        MPI_Comm_size(comm, &members);
        MPI_Send(&members, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    }
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
