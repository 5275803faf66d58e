/* The request of MPI_Isendrecv is complete when both its halves are.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, out, in = 0, both;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    out = 10 + rank;
    both = 20 + rank;
#if MPI_VERSION >= 4
    MPI_Request r[2];
    int which;
    MPI_Isendrecv(&out, 1, MPI_INT, other, 0, &in, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Isendrecv_replace(&both, 1, MPI_INT, other, 1, other, 1, MPI_COMM_WORLD, &r[1]);
    for (int i = 0; i < 2; i++) {
        MPI_Waitany(2, r, &which, &status);
        assert(status.MPI_SOURCE == other && status.MPI_TAG == which);
    }
#else
    MPI_Sendrecv(&out, 1, MPI_INT, other, 0, &in, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &status);
    MPI_Sendrecv_replace(&both, 1, MPI_INT, other, 1, other, 1, MPI_COMM_WORLD, &status);
#endif
    assert(in == 10 + other && both == 20 + other);
    MPI_Finalize();
    return 0;
}
