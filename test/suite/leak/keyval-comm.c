/* A key for attributes of communicators is never freed.
 * ranks: 2
 * expect: leak.keyval
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
    int key, found, level = 3, *seen;
    MPI_Comm comm;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL); /* HERE leak.keyval */ /* CREATED leak.keyval */
    MPI_Comm_set_attr(comm, key, &level);
    MPI_Comm_get_attr(comm, key, &seen, &found);
    check(found && *seen == 3, "attribute");
    MPI_Comm_free(&comm);
    MPI_Finalize(); /* HERE leak.keyval */
    return 0;
}
