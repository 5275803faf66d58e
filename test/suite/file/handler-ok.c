/* The error handler of a file knows its rank, and new files have that of MPI_FILE_NULL.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

static int calls, rank_in_handler = -1;

static void note(MPI_File *file, int *code, ...)
{
    (void)file, (void)code;
    calls++;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_in_handler);
}

int main(int argc, char **argv)
{
    int rank, error, class;
    MPI_File file;
    MPI_Errhandler handler, found;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_create_errhandler(note, &handler);
    MPI_File_set_errhandler(MPI_FILE_NULL, handler);
    error = MPI_File_open(MPI_COMM_WORLD, "/no/such/file", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_Error_class(error, &class);
    assert(class == MPI_ERR_NO_SUCH_FILE && calls == 1 && rank_in_handler == rank);
    MPI_File_open(MPI_COMM_WORLD, argv[0], MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_File_get_errhandler(file, &found);
    assert(found == handler);
    MPI_Errhandler_free(&found);
    MPI_Errhandler_free(&handler);
    error = MPI_File_write_at(file, 0, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
    assert(error != MPI_SUCCESS && calls == 2);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
