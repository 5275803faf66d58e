/* All that MPI_Testsome finds is counted.
 * ranks: 3
 * expect: clean
 * executions: 10
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2], count, which[2], done = 0, sum = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[2];
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_Irecv(&in[i], 1, MPI_INT, i + 1, 0, comm, &r[i]);
        while (done < 2) {
            MPI_Testsome(2, r, &count, which, statuses);
            for (int i = 0; i < count; i++)
                sum += in[which[i]];
            done += count;
        }
        assert(sum == 3);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
