/* Only if each of two masters first hears of its second worker do they wait for each other.
 * ranks: 6
 * expect: deadlock race.message
 * executions: 4
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in, first = 0, answer;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank < 2) {
        MPI_Recv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE race.message */
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        if (first >= 4)
            MPI_Recv(&answer, 1, MPI_INT, 1 - rank, 1, comm, MPI_STATUS_IGNORE); /* HERE deadlock */
        MPI_Isend(&rank, 1, MPI_INT, 1 - rank, 1, comm, &r);
        if (first < 4)
            MPI_Recv(&answer, 1, MPI_INT, 1 - rank, 1, comm, MPI_STATUS_IGNORE);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, rank % 2, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
