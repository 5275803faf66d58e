/* MPI_ERRORS_RETURN with nothing to return.
 * ranks: 1
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int target = MPI_PROC_NULL;
    int code = MPI_Send(&value, 1, MPI_INT, target, 0, MPI_COMM_WORLD);
    if (code != MPI_SUCCESS)
        value = 0;
    MPI_Finalize();
    return 0;
}
