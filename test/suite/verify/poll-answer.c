/* Ranks poll for question and answer, and one of them is believed to be found at once.
 * ranks: 2
 * expect: assert
 * executions: 4
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in, flag = 0, polls = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Irecv(&in, 1, MPI_INT, 1 - rank, 0, comm, &r);
    if (rank == 0)
        MPI_Send(&rank, 1, MPI_INT, 1, 0, comm);
    while (!flag) {
        MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
        polls++;
    }
    if (rank == 1)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    assert(rank == 1 || polls > 1); /* HERE assert */
    MPI_Finalize();
    return 0;
}
