/* A sum of floating point numbers that depends on the order is sent on.
 * ranks: 4
 * expect: race.message
 * executions: 6
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Comm comm = MPI_COMM_WORLD;
    float in, sum = 0, part[4] = {0, 1e8F, -1e8F, 1};
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 1; i <= 3; i++) {
            MPI_Recv(&in, 1, MPI_FLOAT, MPI_ANY_SOURCE, 0, comm, &status); /* HERE race.message */
            sum += in;
        }
        MPI_Send(&sum, 1, MPI_FLOAT, 1, 1, comm);
    } else {
        MPI_Send(&part[rank], 1, MPI_FLOAT, 0, 0, comm);
        if (rank == 1)
            MPI_Recv(&sum, 1, MPI_FLOAT, 0, 1, comm, &status);
    }
    MPI_Finalize();
    return 0;
}
