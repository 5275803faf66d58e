/* Two receives of messages that are alike, each into a place of its own.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, sent = 7, got[2] = {0};
    MPI_Request r[2];
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 2; i++) {
        if (rank == 0)
            MPI_Isend(&sent, 1, MPI_INT, 1, i, comm, &r[i]);
        else
            MPI_Irecv(&got[i], 1, MPI_INT, 0, i, comm, &r[i]);
    }
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    assert(rank == 0 || (got[0] == 7 && got[1] == 7));
    MPI_Finalize();
    return 0;
}
