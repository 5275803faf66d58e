/* A key of windows is refused by MPI_Comm_free_keyval, and can be freed as what it is.
 * ranks: 1
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int key, copy, code;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &key, NULL);
    copy = key;
    code = MPI_Comm_free_keyval(&copy);
    assert(code != MPI_SUCCESS);
    code = MPI_Win_free_keyval(&key);
    assert(code == MPI_SUCCESS);
    MPI_Finalize();
    return 0;
}
