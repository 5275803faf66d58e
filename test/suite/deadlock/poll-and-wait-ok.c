/* One rank polls for a message and answers in between.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, flag = 0, in;
    MPI_Request r;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status s;
    MPI_Status statuses[1];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&in, 1, MPI_INT, 1, 0, comm, &r);
        MPI_Send(&rank, 1, MPI_INT, 1, 1, comm);
        while (!flag)
            MPI_Testall(1, &r, &flag, statuses);
    } else {
        MPI_Recv(&in, 1, MPI_INT, 0, 1, comm, &s);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
