/* Names of communicators: predefined ones, own ones, and none.
 * ranks: 1 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(void)
{
    char name[MPI_MAX_OBJECT_NAME];
    int length;
    MPI_Comm comm, part;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
    check(strcmp(name, "MPI_COMM_WORLD") == 0 && length == 14, "world");
    MPI_Comm_get_name(MPI_COMM_SELF, name, &length);
    check(strcmp(name, "MPI_COMM_SELF") == 0, "self");
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &comm);
    MPI_Comm_set_name(comm, "pumps");
    MPI_Comm_get_name(comm, name, &length);
    check(strcmp(name, "pumps") == 0 && length == 5, "own name");
    MPI_Comm_split(comm, rank, 0, &part);
    MPI_Comm_set_name(part, "");
    MPI_Comm_get_name(part, name, &length);
    check(length == 0 && name[0] == '\0', "empty name");
    MPI_Comm_free(&part);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
