/* Two receives into one place are pending at once, of messages that are alike.
 * ranks: 2
 * expect: race.buffer leak.type
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, sent = 7, got = 0;
    MPI_Request r[2];
    MPI_Datatype pair;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 2; i++) {
        if (rank == 0)
            MPI_Isend(&sent, 1, MPI_INT, 1, i, comm, &r[i]);
        else
            MPI_Irecv(&got, 1, MPI_INT, 0, i, comm, &r[i]); /* HERE race.buffer */
    }
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    assert(rank == 0 || got == 7);
    MPI_Type_contiguous(2, MPI_INT, &pair); /* HERE leak.type */
    MPI_Finalize();                         /* HERE leak.type */
    return 0;
}
