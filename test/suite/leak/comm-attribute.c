/* A library keeps a communicator as an attribute and has no delete function.
 * ranks: 2
 * expect: leak.comm
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
    static MPI_Comm private;
    int key, found;
    MPI_Comm *seen;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &private); /* HERE leak.comm */ /* CREATED leak.comm */
    MPI_Comm_set_attr(MPI_COMM_SELF, key, &private);
    MPI_Comm_get_attr(MPI_COMM_SELF, key, &seen, &found);
    check(found && seen == &private, "attribute");
    MPI_Comm_free_keyval(&key);
    MPI_Barrier(private);
    MPI_Finalize(); /* HERE leak.comm */
    return 0;
}
