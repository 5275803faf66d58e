/* One race before an MPI_Allgather, and a belief in the order of two messages.
 * ranks: 4
 * expect: assert race.message
 * executions: 2
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0, sum = 0, all[4];
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 1; i <= 2; i++) {
            MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE race.message */
            assert(in == i);                                                       /* HERE assert */
            sum += in;
        }
    } else if (rank < 3) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Allgather(&sum, 1, MPI_INT, all, 1, MPI_INT, comm);
    assert(all[0] == 3 && all[3] == 0);
    MPI_Finalize();
    return 0;
}
