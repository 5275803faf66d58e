/* The length of the first message that MPI_Mprobe finds is taken for that of the second.
 * ranks: 3
 * expect: mismatch.truncation race.message
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[2], out[2] = {1, 2}, count = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Message message;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++) {
            MPI_Mprobe(MPI_ANY_SOURCE, 0, comm, &message, &status); /* HERE race.message */
            if (i == 0)
                MPI_Get_count(&status, MPI_INT, &count);
            MPI_Mrecv(in, count, MPI_INT, &message, &status); /* HERE mismatch.truncation */
        }
    } else {
        MPI_Send(out, rank, MPI_INT, 0, 0, comm); /* HERE mismatch.truncation */
    }
    MPI_Finalize();
    return 0;
}
