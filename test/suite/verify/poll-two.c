/* Two requests are polled in turn, and the first is believed to be found first.
 * ranks: 3
 * expect: assert
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2], found[2] = {0, 0};
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_Irecv(&in[i], 1, MPI_INT, i + 1, 0, comm, &r[i]);
        while (!found[0] || !found[1]) {
            for (int i = 0; i < 2; i++)
                if (!found[i])
                    MPI_Test(&r[i], &found[i], MPI_STATUS_IGNORE);
            assert(found[0] || !found[1]); /* HERE assert */
        }
        assert(in[0] == 1 && in[1] == 2);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
