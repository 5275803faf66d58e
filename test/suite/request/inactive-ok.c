/* Null, inactive and active requests together in one call.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, which, in = 0;
    MPI_Request r[3];
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Send_init(&rank, 1, MPI_INT, other, 0, comm, &r[1]);
    MPI_Start(&r[1]);
    MPI_Recv(&in, 1, MPI_INT, other, 0, comm, MPI_STATUS_IGNORE);
    MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    assert(in == other && r[1] != MPI_REQUEST_NULL);
    r[0] = MPI_REQUEST_NULL;
    MPI_Irecv(&in, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &r[2]);
    MPI_Waitany(3, r, &which, MPI_STATUS_IGNORE);
    assert(which == 2 && r[2] == MPI_REQUEST_NULL);
    MPI_Request_free(&r[1]);
    MPI_Finalize();
    return 0;
}
