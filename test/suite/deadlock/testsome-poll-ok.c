/* A rank polls with MPI_Testsome until two messages came.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, n, done = 0, at[2], in[2];
    MPI_Request r[2];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_Irecv(&in[i], 1, MPI_INT, 1, i, comm, &r[i]);
        while (done < 2) {
            MPI_Testsome(2, r, &n, at, statuses);
            done += n;
        }
    } else {
        for (int i = 0; i < 2; i++)
            MPI_Send(&i, 1, MPI_INT, 0, i, comm);
    }
    MPI_Barrier(comm);
    MPI_Finalize();
    return 0;
}
