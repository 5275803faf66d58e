/* MPI_Improbe is believed to find the message of rank 1 first.
 * ranks: 3
 * expect: assert race.message
 * executions: 6
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0, flag, sum = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Message message;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 1; i <= 2; i++) {
            for (flag = 0; !flag;)
                MPI_Improbe(MPI_ANY_SOURCE, 0, comm, &flag, &message, &status); /* HERE race.message */
            MPI_Mrecv(&in, 1, MPI_INT, &message, &status);
            assert(in == i); /* HERE assert */
            sum += in;
        }
        assert(sum == 3);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
