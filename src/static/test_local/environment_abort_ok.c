/* MPI_Abort needs no end. */
#include <mpi.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Abort(MPI_COMM_WORLD, 3);
    return 0;
}
