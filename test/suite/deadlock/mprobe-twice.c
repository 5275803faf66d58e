/* One message is asked for by two matched probes; the first has taken it away.
 * ranks: 2
 * expect: deadlock
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(&value, 1, MPI_INT, 1, 0, comm);
        MPI_Barrier(comm);
    } else {
        MPI_Message message;
        MPI_Mprobe(0, 0, comm, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        MPI_Mprobe(0, 0, comm, &message, MPI_STATUS_IGNORE); /* HERE deadlock */
        MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        MPI_Barrier(comm);
    }
    MPI_Finalize();
    return 0;
}
