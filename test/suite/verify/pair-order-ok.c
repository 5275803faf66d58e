/* Two messages of one rank come in order, whatever comes between.
 * ranks: 3
 * expect: clean
 * executions: 3
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[3], out;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 3; i++)
            MPI_Recv(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE);
        assert(in[0] != 11 && in[2] != 10);
    } else {
        for (int i = 0; i <= 2 - rank; i++) {
            out = 10 * rank + i;
            MPI_Send(&out, 1, MPI_INT, 0, i, comm);
        }
    }
    MPI_Finalize();
    return 0;
}
