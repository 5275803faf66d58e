/* Messages of a rank to itself, in both communicators that have it.
 * ranks: 1 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, out = 5, in[4] = {0};
    MPI_Request r[2];
    MPI_Status s;
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Isend(&out, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Issend(&rank, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &r[1]);
    MPI_Recv(&in[0], 1, MPI_INT, 0, 0, MPI_COMM_SELF, &s);
    MPI_Recv(&in[1], 1, MPI_INT, rank, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
    MPI_Waitall(2, r, statuses);
    assert(in[0] == rank && in[1] == 5);
    MPI_Sendrecv(&out, 1, MPI_INT, rank, 1, &in[2], 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &s);
    MPI_Sendrecv_replace(&rank, 1, MPI_INT, 0, 2, 0, 2, MPI_COMM_SELF, &s);
    assert(in[2] == 5 && s.MPI_SOURCE == 0 && s.MPI_TAG == 2);
    MPI_Finalize();
    return 0;
}
