/* Only the rank inside a communicator sends in it.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in, value = 1;
    MPI_Comm part;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 0 : MPI_UNDEFINED, 0, &part);
    if (rank == 0)
        MPI_Isend(&value, 1, MPI_INT, 0, 0, part, &request);
    if (rank == 0) {
        MPI_Recv(&in, 1, MPI_INT, 0, 0, part, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Comm_free(&part);
    }
    MPI_Finalize();
    return 0;
}
