/* A partitioned send is believed to be over when its partitions are ready.
 * ranks: 2
 * expect: assert
 * mpi: 4
 * executions: 2
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, values[2] = {1, 2}, flag = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Psend_init(values, 2, 1, MPI_INT, 1, 0, comm, MPI_INFO_NULL, &r);
        MPI_Start(&r);
        MPI_Pready_range(0, 1, r);
        MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
        assert(flag); /* HERE assert */
    } else {
        MPI_Precv_init(values, 2, 1, MPI_INT, 0, 0, comm, MPI_INFO_NULL, &r);
        MPI_Start(&r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&r);
    MPI_Finalize();
    return 0;
}
