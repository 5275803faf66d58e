/* A group is used after it was freed.
 * ranks: 2
 * expect: arg.other
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
    int members = 0;
    MPI_Group group, copy;
    MPI_Comm comm;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    copy = group;
    MPI_Comm_create(MPI_COMM_WORLD, copy, &comm);
    MPI_Group_free(&group);
    MPI_Group_size(copy, &members); /* HERE arg.other */
    check(members == 2 && group == MPI_GROUP_NULL, "members");
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
