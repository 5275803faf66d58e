/* An element beyond the part that is sent is changed while the send is under way.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, flag = 0;
    MPI_Request r;
    static int data[10000];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Issend(data, 9000, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
        data[9000] = 5;
        while (!flag)
            MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(data, 10000, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
