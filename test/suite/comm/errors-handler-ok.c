/* A handler of the program is called with the communicator and the code.
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

static int calls, seen_class;
static MPI_Comm seen_comm;

static void handle(MPI_Comm *comm, int *code, ...)
{
    calls++;
    seen_comm = *comm;
    MPI_Error_class(*code, &seen_class);
}

int main(void)
{
    int value = 0;
    MPI_Comm comm, copy;
    MPI_Errhandler handler, got;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Comm_get_errhandler(comm, &got);
    check(got == handler, "the handler that was set");
    MPI_Errhandler_free(&got);
    MPI_Errhandler_free(&handler);
    check(handler == MPI_ERRHANDLER_NULL, "null after free");
    MPI_Bcast(&value, 1, MPI_INT, size, comm);
    check(calls == 1 && seen_comm == comm && seen_class == MPI_ERR_ROOT, "called");
    MPI_Comm_dup(comm, &copy);
    MPI_Send(&value, 1, MPI_INT, size, 0, copy);
    check(calls == 2 && seen_comm == copy && seen_class == MPI_ERR_RANK, "inherited");
    MPI_Comm_call_errhandler(copy, MPI_ERR_OTHER);
    check(calls == 3 && seen_class == MPI_ERR_OTHER, "called by the program");
    MPI_Barrier(copy);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
