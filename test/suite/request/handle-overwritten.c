/* A loop overwrites the request of its last round; only one is waited for.
 * ranks: 2
 * expect: request.missing-wait
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, v[2] = {1, 2};
    MPI_Request r[2];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status statuses[1];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_Isend(&v[i], 1, MPI_INT, 1, 0, comm, &r[0]); /* HERE request.missing-wait */ /* CREATED request.missing-wait */
        MPI_Waitall(1, r, statuses);
    } else {
        for (int i = 0; i < 2; i++)
            MPI_Recv(&v[i], 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    }
    MPI_Finalize(); /* HERE request.missing-wait */
    return 0;
}
