/* MPI_Waitsome on two receives of any source, and a wait for what is left.
 * ranks: 3
 * expect: clean
 * executions: 6
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2], count, which[2];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[2];
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_Irecv(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &r[i]);
        MPI_Waitsome(2, r, &count, which, statuses);
        assert(count == 1 || count == 2);
        MPI_Waitall(2, r, statuses);
        assert(in[0] + in[1] == 3);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
