/* A loop keeps one request for each round.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, v[2] = {1, 2};
    MPI_Request r[2];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_Isend(&v[i], 1, MPI_INT, 1, 0, comm, &r[i]);
        MPI_Waitall(2, r, statuses);
    } else {
        for (int i = 0; i < 2; i++)
            MPI_Recv(&v[i], 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
