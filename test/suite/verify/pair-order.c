/* Two messages of one rank are believed to come one directly after the other.
 * ranks: 3
 * expect: assert race.message
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
            MPI_Recv(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE); /* HERE race.message */
        assert(in[1] != 20);                                                                    /* HERE assert */
    } else {
        for (int i = 0; i <= 2 - rank; i++) {
            out = 10 * rank + i;
            MPI_Send(&out, 1, MPI_INT, 0, i, comm);
        }
    }
    MPI_Finalize();
    return 0;
}
