/* The function of MPI 1 makes errors of the world return, and the program handles one.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

#ifdef OPEN_MPI /* its header does not declare it */
#undef MPI_Errhandler_set
#define MPI_Errhandler_set MPI_Comm_set_errhandler
#endif
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    assert(MPI_Send(&rank, 1, MPI_INT, 2, 0, MPI_COMM_WORLD) != MPI_SUCCESS);
    MPI_Finalize();
    return 0;
}
