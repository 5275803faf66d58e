/* The program takes the first request to be the first one that is complete.
 * ranks: 3
 * expect: assert
 * mpi: 4.1
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, values[2], flag = 0, which = -1;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_Irecv(&values[i], 1, MPI_INT, i + 1, 0, comm, &r[i]);
        while (!flag)
            MPI_Request_get_status_any(2, r, &which, &flag, MPI_STATUS_IGNORE);
        assert(which == 0); /* HERE assert */
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
