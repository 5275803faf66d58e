/* If MPI_Test says no, the same message is received a second time.
 * ranks: 2
 * expect: deadlock
 * executions: 2
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0, again = 0, flag;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Irecv(&in, 1, MPI_INT, 1, 0, comm, &r);
        MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
        if (!flag) {
            MPI_Recv(&again, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE); /* HERE deadlock */
            MPI_Wait(&r, MPI_STATUS_IGNORE);
        }
        assert(in == 1);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
