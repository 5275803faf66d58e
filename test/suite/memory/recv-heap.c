/* The message is longer than the memory behind the receive buffer.
 * ranks: 2
 * expect: arg.buffer
 */
#include <mpi.h>
#include <stdlib.h>

int main(void)
{
    enum { COUNT = 30 };
    int rank;
    MPI_Datatype triple;
    double *values;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(3, MPI_DOUBLE, &triple);
    MPI_Type_commit(&triple);
    if (rank == 0) {
        values = calloc(COUNT, 3 * sizeof *values);
        MPI_Send(values, COUNT, triple, 1, 0, MPI_COMM_WORLD);
    } else {
        values = malloc(8 * sizeof *values); /* CREATED arg.buffer */
        MPI_Recv(values, COUNT, triple, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE arg.buffer */
    }
    free(values);
    MPI_Type_free(&triple);
    MPI_Finalize();
    return 0;
}
