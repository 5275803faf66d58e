/* A rank spins for a message of a rank that spins: two polls with two answers, not thousands.
 * ranks: 3
 * expect: clean
 * executions: 4
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, in = 0, flag = 0;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (rank < size - 1) {
        while (!flag)
            MPI_Iprobe(rank + 1, 0, comm, &flag, MPI_STATUS_IGNORE);
        MPI_Recv(&in, 1, MPI_INT, rank + 1, 0, comm, MPI_STATUS_IGNORE);
        assert(in == rank + 1);
    }
    if (rank > 0)
        MPI_Send(&rank, 1, MPI_INT, rank - 1, 0, comm);
    MPI_Finalize();
    return 0;
}
