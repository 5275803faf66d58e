/* A persistent broadcast sends what the others take.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5 /* has them as extensions */
#include <mpi-ext.h>
#define MPI_Bcast_init MPIX_Bcast_init
#endif

int main(int argc, char **argv)
{
    int rank, values[2] = {1, 2};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast_init(values, 2 - 0 * rank, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
