/* Two ready sends race to posted receives of any source.
 * ranks: 3
 * expect: assert race.message
 * executions: 2
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[2];
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        for (int i = 0; i < 2; i++)
            MPI_Irecv(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &r[i]); /* HERE race.message */
    MPI_Barrier(comm);
    if (rank == 0) {
        MPI_Waitall(2, r, statuses);
        assert(in[0] == 1 && in[1] == 2); /* HERE assert */
    } else {
        MPI_Rsend(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
