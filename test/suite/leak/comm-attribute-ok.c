/* A library frees the communicator that it keeps as an attribute in its delete function.
 * ranks: 2
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

static int release(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm, (void)key, (void)extra;
    return MPI_Comm_free((MPI_Comm *)value);
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
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, release, &key, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &private);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, &private);
    MPI_Comm_get_attr(MPI_COMM_SELF, key, &seen, &found);
    check(found && seen == &private, "attribute");
    MPI_Comm_free_keyval(&key);
    MPI_Barrier(private);
    MPI_Finalize();
    return 0;
}
