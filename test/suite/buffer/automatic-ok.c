/* With automatic buffering the MPI library has the memory for buffered sends.
 * ranks: 2
 * expect: clean
 * mpi: 4.1
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    enum { COUNT = 1000 };
    int rank, in[COUNT], out[COUNT], size;
    void *buffer;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    for (int i = 0; i < COUNT; i++)
        out[i] = rank + i;
    MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0);
    for (int i = 0; i < 3; i++)
        MPI_Bsend(out, COUNT, MPI_INT, 1 - rank, i, comm);
    for (int i = 0; i < 3; i++)
        MPI_Recv(in, COUNT, MPI_INT, 1 - rank, i, comm, MPI_STATUS_IGNORE);
    assert(in[COUNT - 1] == COUNT - rank);
    MPI_Buffer_detach(&buffer, &size);
    assert(buffer == MPI_BUFFER_AUTOMATIC);
    MPI_Finalize();
    return 0;
}
