/* The error is asked for: a call without a place for its result returns it, and does no more.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

static void expect_argument(int code)
{
    int error_class;
    MPI_Error_class(code, &error_class);
    assert(error_class == MPI_ERR_ARG);
}

int main(void)
{
    int rank, value = 0;
    MPI_Request *nowhere = NULL;
    MPI_Group group;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    expect_argument(MPI_Comm_split(MPI_COMM_WORLD, rank, rank, NULL));
    expect_argument(MPI_Comm_size(MPI_COMM_WORLD, NULL));
    expect_argument(MPI_Comm_group(MPI_COMM_WORLD, NULL));
    expect_argument(MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, nowhere));
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    expect_argument(MPI_Group_translate_ranks(group, 1, &value, group, NULL));
    MPI_Group_free(&group);
    MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
