/* The program believes that the later of two equal messages comes first.
 * ranks: 2
 * expect: assert
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, first = 1, second = 2, got;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend(&first, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Ssend(&second, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Recv(&second, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        assert(got == 2 && second == 1); /* HERE assert */
    }
    MPI_Finalize();
    return 0;
}
