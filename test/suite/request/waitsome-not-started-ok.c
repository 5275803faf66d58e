/* MPI_Waitsome is called until all persistent requests have completed.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, n, places[2], mine, theirs = 0;
    MPI_Request r[2];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    mine = 10 + rank;
    MPI_Recv_init(&theirs, 1, MPI_INT, other, 0, comm, &r[0]);
    MPI_Send_init(&mine, 1, MPI_INT, other, 0, comm, &r[1]);
    MPI_Startall(2, r);
    for (int done = 0; done < 2; done += n)
        MPI_Waitsome(2, r, &n, places, statuses);
    assert(theirs == 10 + other);
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
    MPI_Finalize();
    return 0;
}
