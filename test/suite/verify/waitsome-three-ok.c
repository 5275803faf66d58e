/* MPI_Waitsome in a loop returns three requests one by one or together.
 * ranks: 4
 * expect: clean
 * executions: 13
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[3], count, which[3], done = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[3];
    MPI_Status statuses[3];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 3; i++)
            MPI_Irecv(&in[i], 1, MPI_INT, i + 1, 0, comm, &r[i]);
        while (done < 3) {
            MPI_Waitsome(3, r, &count, which, statuses);
            assert(count > 0 && in[which[0]] == which[0] + 1);
            done += count;
        }
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
