/* Two ranks poll for each other's message, and find it at once or later.
 * ranks: 2
 * expect: clean
 * executions: 4
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in, flag = 0, polls = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r, s;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Irecv(&in, 1, MPI_INT, 1 - rank, 0, comm, &r);
    MPI_Isend(&rank, 1, MPI_INT, 1 - rank, 0, comm, &s);
    while (!flag) {
        MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
        polls++;
    }
    MPI_Wait(&s, MPI_STATUS_IGNORE);
    MPI_Irecv(&in, 1, MPI_INT, 1 - rank, 1, comm, &r);
    MPI_Send(&rank, 1, MPI_INT, 1 - rank, 1, comm);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
