/* A matched nonblocking receive takes an integer as a float.
 * ranks: 2
 * expect: mismatch.datatype
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, flag = 0;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    float value;
    if (rank == 0) {
        int number = 42;
        MPI_Send(&number, 1, MPI_INT, 1, 5, MPI_COMM_WORLD); /* HERE mismatch.datatype */
    } else {
        MPI_Message message;
        MPI_Request request;
        while (!flag)
            MPI_Improbe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &flag, &message, &status);
        MPI_Imrecv(&value, 1, MPI_FLOAT, &message, &request); /* HERE mismatch.datatype */
        MPI_Wait(&request, &status);
    }
    MPI_Finalize();
    return 0;
}
