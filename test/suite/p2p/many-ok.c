/* A thousand messages with mixed tags keep their order per source, communicator and tag.
 * ranks: 3
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

#define MANY 1000

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Comm comm;
    static int in[MANY];
    static MPI_Request r[2 * MANY];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    static int out[MANY];
    for (int i = 0; i < MANY; i++) {
        out[i] = i;
        MPI_Isend(&out[i], 1, MPI_INT, right, i % 3, i % 2 ? comm : MPI_COMM_WORLD, &r[i]);
    }
    for (int k = 5; k >= 0; k--) {
        for (int i = k; i < MANY; i += 6)
            MPI_Irecv(&in[i], 1, MPI_INT, left, i % 3, i % 2 ? comm : MPI_COMM_WORLD, &r[MANY + i]);
    }
    MPI_Status *volatile ignore = MPI_STATUSES_IGNORE; /* volatile: gcc warns of MPICH's value */
    MPI_Waitall(2 * MANY, r, ignore);
    for (int i = 0; i < MANY; i++)
        assert(in[i] == i);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
