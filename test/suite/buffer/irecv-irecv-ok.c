/* Two sends are pending on the same buffer, two receives on two.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, out = 1, in[2];
    MPI_Request r[2];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 2; i++) {
        if (rank == 0)
            MPI_Isend(&out, 1, MPI_INT, 1, i, comm, &r[i]);
        else
            MPI_Irecv(&in[i], 1, MPI_INT, 0, i, comm, &r[i]);
    }
    MPI_Waitall(2, r, statuses);
    MPI_Finalize();
    return 0;
}
