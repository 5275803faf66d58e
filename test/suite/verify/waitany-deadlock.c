/* If MPI_Waitany returns the second request, the ranks wait for each other's answer.
 * ranks: 3
 * expect: deadlock
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2], which = 0, back;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[2];
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_Irecv(&in[i], 1, MPI_INT, i + 1, 0, comm, &r[i]);
        MPI_Waitany(2, r, &which, MPI_STATUS_IGNORE);
        if (which == 1)
            MPI_Recv(&back, 1, MPI_INT, 2, 1, comm, MPI_STATUS_IGNORE); /* HERE deadlock */
        MPI_Send(&rank, 1, MPI_INT, 2, 1, comm);
        if (which == 0)
            MPI_Recv(&back, 1, MPI_INT, 2, 1, comm, MPI_STATUS_IGNORE);
        MPI_Waitall(2, r, statuses);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
        if (rank == 2) {
            MPI_Recv(&back, 1, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE); /* HERE deadlock */
            MPI_Send(&rank, 1, MPI_INT, 0, 1, comm);
        }
    }
    MPI_Finalize();
    return 0;
}
