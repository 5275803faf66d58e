/* A poll is believed to fail once, as its message comes after a race of another rank.
 * ranks: 4
 * expect: assert
 * executions: 4
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0, flag = 0, polls = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Irecv(&in, 1, MPI_INT, 1, 0, comm, &r);
        while (!flag) {
            MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
            polls++;
        }
        assert(polls > 1); /* HERE assert */
    } else if (rank == 1) {
        for (int i = 0; i < 2; i++)
            MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 1, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
