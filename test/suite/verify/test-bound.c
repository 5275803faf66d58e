/* A loop gives up after two polls that say no.
 * ranks: 2
 * expect: assert
 * executions: 3
 * options: --poll-bound=2
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
            assert(flag || polls < 1); /* HERE assert */
            polls++;
        }
        assert(polls > 0);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
