/* A rank polls for long with MPI_Test and MPI_Iprobe while the other computes.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, flag = 0, in = 0;
    MPI_Request r;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&in, 1, MPI_INT, 1, 0, comm, &r);
        while (!flag)
            MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
        for (flag = 0; !flag;)
            MPI_Iprobe(MPI_ANY_SOURCE, 1, comm, &flag, MPI_STATUS_IGNORE);
        MPI_Recv(&in, 1, MPI_INT, 1, 1, comm, MPI_STATUS_IGNORE);
        assert(in == 2);
    } else {
        for (int tag = 0; tag < 2; tag++) {
            for (volatile int i = 0; i < 100000000;)
                i = i + 1;
            in = tag + 1;
            MPI_Send(&in, 1, MPI_INT, 0, tag, comm);
        }
    }
    MPI_Finalize();
    return 0;
}
