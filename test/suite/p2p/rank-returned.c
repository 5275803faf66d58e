/* An invalid rank with MPI_ERRORS_RETURN: the call returns and the program goes on.
 * ranks: 1
 * expect: arg.rank
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int target = -17;
    int code = MPI_Send(&value, 1, MPI_INT, target, 0, MPI_COMM_WORLD); /* HERE arg.rank */
    if (code != MPI_SUCCESS)
        value = 0;
    MPI_Finalize();
    return 0;
}
