/* A cancelled receive is either cancelled or complete; the program asks which.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, cancelled, value = 0;
    MPI_Request r;
    MPI_Status s;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        value = 7;
        MPI_Send(&value, 1, MPI_INT, 1, 0, comm);
    } else {
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, comm, &r);
        MPI_Cancel(&r);
        MPI_Wait(&r, &s);
        MPI_Test_cancelled(&s, &cancelled);
        if (cancelled)
            MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, &s);
        assert(value == 7);
    }
    MPI_Finalize();
    return 0;
}
