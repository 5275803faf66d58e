/* Two persistent receives of any source are believed to keep to the same sender in all rounds.
 * ranks: 3
 * expect: assert race.message
 * executions: 4
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2], first = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[2];
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        for (int i = 0; i < 2; i++)
            MPI_Recv_init(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &r[i]);
    for (int round = 0; round < 2; round++) {
        if (rank == 0) {
            MPI_Startall(2, r); /* HERE race.message */
            MPI_Waitall(2, r, statuses);
            assert(in[0] + in[1] == 3);
            assert(round == 0 || in[0] == first); /* HERE assert */
            first = in[0];
        } else {
            MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
        }
        MPI_Barrier(comm);
    }
    if (rank == 0)
        for (int i = 0; i < 2; i++)
            MPI_Request_free(&r[i]);
    MPI_Finalize();
    return 0;
}
