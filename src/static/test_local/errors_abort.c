/* The handler ends the program, as MPI_ERRORS_ARE_FATAL does, so no result of a call is of use. */
#include <mpi.h>
#ifndef MPI_ERRORS_ABORT
#define MPI_ERRORS_ABORT MPI_ERRORS_ARE_FATAL
#endif
int main(int argc, char **argv)
{
    int data = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ABORT);
    if (MPI_Send(&data, -1, MPI_INT, 0, 0, MPI_COMM_WORLD) == MPI_SUCCESS) /* warn: arg.count */
        return 1;
    MPI_Finalize();
    return 0;
}
