/* What MPI_Request_get_status once called complete stays so; what it did not may come meanwhile.
 * ranks: 2
 * expect: assert
 * executions: 3
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0, known, flag;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Irecv(&in, 1, MPI_INT, 1, 0, comm, &r);
        MPI_Request_get_status(r, &known, MPI_STATUS_IGNORE);
        MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
        assert(flag == known); /* HERE assert */
        if (!flag)
            MPI_Wait(&r, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
