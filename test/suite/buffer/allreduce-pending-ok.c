/* A reduction delivers into a buffer of its own.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0, sum = 1;
    MPI_Request r[2];
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(&in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &r[1]);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Waitall(2, r, statuses);
    assert(in == 1 - rank || sum == 1);
    MPI_Finalize();
    return 0;
}
