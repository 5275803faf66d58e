/* The i-th receive of any source is believed to hold the message of rank i.
 * ranks: 4
 * expect: assert race.message
 * executions: 6
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[3];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[3];
    MPI_Status statuses[3];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 3; i++)
            MPI_Irecv(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &r[i]); /* HERE race.message */
        MPI_Waitall(3, r, statuses);
        for (int i = 0; i < 3; i++)
            assert(in[i] == i + 1); /* HERE assert */
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
