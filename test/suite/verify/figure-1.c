/* Two sends race to a receive of any source, and one of the two values is not expected.
 * ranks: 3
 * expect: assert race.message
 * executions: 2
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0, out;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    out = rank == 0 ? 22 : 33;
    if (rank == 1) {
        MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &r); /* HERE race.message */
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        assert(in != 22); /* HERE assert */
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    } else {
        MPI_Isend(&out, 1, MPI_INT, 1, 0, comm, &r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
