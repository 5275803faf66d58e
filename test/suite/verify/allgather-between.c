/* A message from before MPI_Allgather is believed to come before one from after it.
 * ranks: 4
 * expect: assert race.message
 * executions: 4
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[3], all[4];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 1 || rank == 2)
        MPI_Isend(&rank, 1, MPI_INT, 0, 0, comm, &r);
    if (rank == 0)
        MPI_Recv(&in[0], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, comm);
    if (rank == 3)
        MPI_Isend(&rank, 1, MPI_INT, 0, 0, comm, &r);
    if (rank == 0) {
        assert(in[0] != 3);
        for (int i = 1; i < 3; i++)
            MPI_Recv(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE race.message */
        assert(in[2] == 3);                                                           /* HERE assert */
    } else {
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
