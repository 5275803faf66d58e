/* MPI_Waitany completes two requests, one after the other.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, which, v[2] = {1, 2};
    MPI_Request r[2];
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_Irecv(&v[i], 1, MPI_INT, 1, i, comm, &r[i]);
        for (int i = 0; i < 2; i++) {
            MPI_Waitany(2, r, &which, MPI_STATUS_IGNORE);
            assert(which == 0 || which == 1);
        }
    } else {
        for (int i = 0; i < 2; i++)
            MPI_Send(&v[i], 1, MPI_INT, 0, i, comm);
    }
    MPI_Finalize();
    return 0;
}
