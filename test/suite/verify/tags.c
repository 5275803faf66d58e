/* The first messages of two tags are believed to come from the same rank.
 * ranks: 3
 * expect: assert race.message
 * executions: 4
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[4];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[4];
    MPI_Status statuses[4];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 4; i++)
            MPI_Irecv(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, i % 2, comm, &r[i]); /* HERE race.message */
        MPI_Waitall(4, r, statuses);
        assert(in[0] == in[1]); /* HERE assert */
    } else {
        for (int tag = 0; tag < 2; tag++)
            MPI_Send(&rank, 1, MPI_INT, 0, tag, comm);
    }
    MPI_Finalize();
    return 0;
}
