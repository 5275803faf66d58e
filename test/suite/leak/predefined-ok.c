/* Predefined objects, and empty results, are not leaks.
 * ranks: 1 2
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
    MPI_Comm comm = MPI_COMM_WORLD, none;
    MPI_Datatype type = MPI_INT;
    MPI_Group empty;
    int members;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(comm, MPI_UNDEFINED, 0, &none);
    check(none == MPI_COMM_NULL, "no communicator");
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Group_incl(MPI_GROUP_EMPTY, 0, NULL, &empty);
    MPI_Group_size(empty, &members);
    check(members == 0 && type == MPI_INT, "empty group");
    if (empty != MPI_GROUP_EMPTY)
        MPI_Group_free(&empty);
    MPI_Finalize();
    return 0;
}
