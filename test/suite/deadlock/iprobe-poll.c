/* Both ranks poll with MPI_Iprobe before they send.
 * ranks: 2
 * expect: deadlock
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, flag = 0, in;
    MPI_Request r;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    while (!flag)
        MPI_Iprobe(other, 0, comm, &flag, MPI_STATUS_IGNORE); /* HERE deadlock */
    MPI_Isend(&rank, 1, MPI_INT, other, 0, comm, &r);
    MPI_Recv(&in, 1, MPI_INT, other, 0, comm, MPI_STATUS_IGNORE);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
