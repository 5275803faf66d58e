/* Messages with named sources, nonblocking ones and collectives: there is one execution.
 * ranks: 4
 * expect: clean
 * executions: 1
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2], sum;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[4];
    MPI_Status statuses[4];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    int left = (rank + 3) % 4, right = (rank + 1) % 4;
    MPI_Irecv(&in[0], 1, MPI_INT, left, 0, comm, &r[0]);
    MPI_Irecv(&in[1], 1, MPI_INT, right, MPI_ANY_TAG, comm, &r[1]);
    MPI_Isend(&rank, 1, MPI_INT, right, 0, comm, &r[2]);
    MPI_Isend(&rank, 1, MPI_INT, left, 1, comm, &r[3]);
    MPI_Waitall(4, r, statuses);
    assert(in[0] == left && in[1] == right);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    MPI_Bcast(&sum, 1, MPI_INT, 0, comm);
    if (rank == 0)
        MPI_Ssend(&sum, 1, MPI_INT, 1, 0, comm);
    if (rank == 1)
        MPI_Recv(&sum, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    MPI_Barrier(comm);
    assert(sum == 6);
    MPI_Finalize();
    return 0;
}
