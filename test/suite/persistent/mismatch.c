/* Ranks make persistent collectives that do not fit together.
 * ranks: 2
 * expect: mismatch.collective
 */
#include <mpi.h>
#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5 /* has them as extensions */
#include <mpi-ext.h>
#define MPI_Barrier_init MPIX_Barrier_init
#define MPI_Bcast_init   MPIX_Bcast_init
#endif

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Bcast_init(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request); /* HERE mismatch.collective */
    else
        MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request); /* HERE mismatch.collective */
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
