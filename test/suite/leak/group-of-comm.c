/* The group of the world is asked for and never freed.
 * ranks: 2
 * expect: leak.group
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
    int members;
    MPI_Group group;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_group(MPI_COMM_WORLD, &group); /* HERE leak.group */ /* CREATED leak.group */
    MPI_Group_size(group, &members);
    check(members == size, "members");
    MPI_Finalize(); /* HERE leak.group */
    return 0;
}
