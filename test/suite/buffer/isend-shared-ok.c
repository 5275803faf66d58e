/* One buffer is sent to several ranks at once.
 * ranks: 3
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request r[2];
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_Isend(&value, 1, MPI_INT, 1 + i, 0, MPI_COMM_WORLD, &r[i]);
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_SELF);
        MPI_Waitall(2, r, statuses);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
