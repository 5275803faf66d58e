/* MPI_Waitany completes one of two requests; the other is forgotten.
 * ranks: 2
 * expect: request.missing-wait
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
            MPI_Irecv(&v[i], 1, MPI_INT, 1, i, comm, &r[i]); /* HERE request.missing-wait */ /* CREATED request.missing-wait */
        for (int i = 0; i < 1; i++) {
            MPI_Waitany(2, r, &which, MPI_STATUS_IGNORE);
            assert(which == 0 || which == 1);
        }
    } else {
        for (int i = 0; i < 2; i++)
            MPI_Send(&v[i], 1, MPI_INT, 0, i, comm);
    }
    MPI_Finalize(); /* HERE request.missing-wait */
    return 0;
}
