/* Messages of one sender keep their order, and receives of any tag take them as they come.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Status status;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int number = 1;
    float weight = 2;
    if (rank == 0) {
        MPI_Send(&number, 1, MPI_INT, 1, 1, comm);
        MPI_Send(&weight, 1, MPI_FLOAT, 1, 2, comm);
    } else {
        MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status);
        MPI_Recv(&weight, 1, MPI_FLOAT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status);
    }
    MPI_Finalize();
    return 0;
}
