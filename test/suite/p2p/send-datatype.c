/* An integer is sent and received as a floating point number.
 * ranks: 2
 * expect: mismatch.datatype
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    float number = 0.5F;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        int value = 7;
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* HERE mismatch.datatype */
    } else {
        MPI_Status status;
        MPI_Recv(&number, 1, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, &status); /* HERE mismatch.datatype */
    }
    MPI_Finalize();
    return 0;
}
