/* Two synchronous sends are received in the opposite order by receives posted before.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, a = 1, b = 2;
    MPI_Request r[2];
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Ssend(&a, 1, MPI_INT, 1, 1, comm);
        MPI_Ssend(&b, 1, MPI_INT, 1, 2, comm);
    } else {
        MPI_Irecv(&b, 1, MPI_INT, 0, 2, comm, &r[0]);
        MPI_Irecv(&a, 1, MPI_INT, 0, 1, comm, &r[1]);
        MPI_Wait(&r[0], MPI_STATUS_IGNORE);
        MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
