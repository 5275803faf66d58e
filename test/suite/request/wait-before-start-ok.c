/* Persistent requests are waited for before they are started for the first time, which MPI allows.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, flag = 0, mine, theirs = -1;
    MPI_Request r[2];
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Recv_init(&theirs, 1, MPI_INT, 1 - rank, 0, comm, &r[0]);
    MPI_Send_init(&mine, 1, MPI_INT, 1 - rank, 0, comm, &r[1]);
    MPI_Test(&r[0], &flag, MPI_STATUS_IGNORE);
    assert(flag);
    for (int round = 0; round < 2; round++) {
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        mine = 10 * round + rank;
        MPI_Startall(2, r);
    }
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    assert(theirs == 10 + 1 - rank);
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
    MPI_Finalize();
    return 0;
}
