/* Messages of a communicator lie in its buffer, those of others in the buffer of the process.
 * ranks: 2
 * expect: clean
 * mpi: 4.1
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    enum { ROOM = MPI_BSEND_OVERHEAD + sizeof(int) };
    int rank, value = 7, size, in = 0;
    char one[ROOM], other[ROOM];
    void *gone;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Buffer_attach(one, sizeof one);
    MPI_Comm_attach_buffer(comm, other, sizeof other);
    MPI_Bsend(&value, 1, MPI_INT, 1 - rank, 0, comm);
    MPI_Bsend(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 2; i++) {
        MPI_Recv(&in, 1, MPI_INT, 1 - rank, 0, i ? comm : MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        assert(in == 7);
    }
    MPI_Comm_flush_buffer(comm);
    MPI_Bsend(&value, 1, MPI_INT, 1 - rank, 1, comm);
    MPI_Recv(&in, 1, MPI_INT, 1 - rank, 1, comm, MPI_STATUS_IGNORE);
    MPI_Comm_detach_buffer(comm, &gone, &size);
    assert(gone == other && size == ROOM);
    MPI_Buffer_detach(&gone, &size);
    assert(gone == one && size == ROOM);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
