/* A token goes round many times, and every rank waits for it nearly always.
 * ranks: 4
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, token = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status s;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(comm, &size);
    for (int round = 0; round < 100; round++) {
        if (rank > 0)
            MPI_Recv(&token, 1, MPI_INT, rank - 1, 0, comm, &s);
        token++;
        MPI_Ssend(&token, 1, MPI_INT, (rank + 1) % size, 0, comm);
        if (rank == 0)
            MPI_Recv(&token, 1, MPI_INT, size - 1, 0, comm, &s);
    }
    assert(rank > 0 || token == 100 * size);
    MPI_Finalize();
    return 0;
}
