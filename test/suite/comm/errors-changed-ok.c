/* With MPICH a call returns what the error handler leaves in its code, with Open MPI the error.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

static int calls, leave;

static void of_comm(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    calls++;
    *code = leave;
}

static void of_win(MPI_Win *win, int *code, ...)
{
    (void)win;
    calls++;
    *code = leave;
}

static void of_file(MPI_File *file, int *code, ...)
{
    (void)file;
    calls++;
    *code = leave;
}

static void unchanged(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
    calls++;
}

static int class_of(int code)
{
    int class;
    MPI_Error_class(code, &class);
    return class;
}

/* Called once more, and the code is the one that was left, or the error. */
static void check(int code, int error, int number)
{
#ifdef OPEN_MPI
    assert(class_of(code) == error);
#else
    assert(code == leave && error != leave);
#endif
    assert(calls == number);
}

int main(void)
{
    int size, value = 0;
    MPI_Comm comm;
    MPI_Win win;
    MPI_File file;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Errhandler comms, wins, files, as_is;

    MPI_Init(NULL, NULL);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_create_errhandler(of_comm, &comms);
    MPI_Comm_create_errhandler(unchanged, &as_is);
    MPI_Win_create_errhandler(of_win, &wins);
    MPI_File_create_errhandler(of_file, &files);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Win_create(&value, sizeof value, 1, MPI_INFO_NULL, comm, &win);
    MPI_Win_set_errhandler(win, wins);
    MPI_File_set_errhandler(MPI_FILE_NULL, files);

    MPI_Comm_set_errhandler(comm, comms);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, comms);
    leave = MPI_SUCCESS;
    check(MPI_Send(&value, 1, MPI_INT, size, 0, comm), MPI_ERR_RANK, 1);
    check(MPI_Send(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD), MPI_ERR_RANK, 2);
    check(MPI_Put(&value, 1, MPI_INT, size, 0, 1, MPI_INT, win), MPI_ERR_RANK, 3);
    check(MPI_File_open(comm, "/no/such/file", MPI_MODE_RDONLY, MPI_INFO_NULL, &file),
          MPI_ERR_NO_SUCH_FILE, 4);
    leave = MPI_ERR_OTHER;
    check(MPI_Send(&value, 1, MPI_INT, size, 0, comm), MPI_ERR_RANK, 5);
    check(MPI_Bcast(&value, 1, MPI_INT, size, MPI_COMM_WORLD), MPI_ERR_ROOT, 6);
    check(MPI_Type_contiguous(-1, MPI_INT, &type), MPI_ERR_COUNT, 7);

    /* What one call left is nothing to another, nor what the program makes of a handler. */
    MPI_Comm_set_errhandler(comm, as_is);
    assert(class_of(MPI_Send(&value, 1, MPI_INT, size, 0, comm)) == MPI_ERR_RANK && calls == 8);
    leave = MPI_ERR_IO;
    assert(MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_RANK) == MPI_SUCCESS && calls == 9);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    assert(class_of(MPI_Send(&value, 1, MPI_INT, size, 0, comm)) == MPI_ERR_RANK && calls == 9);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    MPI_Win_free(&win);
    MPI_Comm_free(&comm);
    MPI_Errhandler_free(&comms);
    MPI_Errhandler_free(&as_is);
    MPI_Errhandler_free(&wins);
    MPI_Errhandler_free(&files);
    MPI_Finalize();
    return 0;
}
