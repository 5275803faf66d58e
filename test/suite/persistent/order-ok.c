/* Requests that are made in the same order may be started in any.
 * ranks: 2 3
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5 /* has them as extensions */
#include <mpi-ext.h>
#define MPI_Allreduce_init MPIX_Allreduce_init
#define MPI_Bcast_init     MPIX_Bcast_init
#endif

int main(int argc, char **argv)
{
    int rank, size, value, one, sum = 0;
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Bcast_init(&value, 1, MPI_INT, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Allreduce_init(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    for (int i = 0; i < 3; i++) {
        value = rank == 1 ? 10 + i : 0;
        one = i;
        MPI_Start(&requests[rank == 0]);
        MPI_Start(&requests[rank != 0]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        assert(value == 10 + i && sum == i * size);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    MPI_Finalize();
    return 0;
}
