/* Wrong on purpose: the program asks what MPI says about it. */
#include <mpi.h>
int main(int argc, char **argv)
{
    int data = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (MPI_Send(&data, -1, MPI_INT, 0, 0, MPI_COMM_WORLD) == MPI_SUCCESS)
        return 1;
    MPI_Finalize();
    return 0;
}
