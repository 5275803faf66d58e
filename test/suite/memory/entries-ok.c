/* A datatype whose entries overlap is sent with only.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, values[4] = {0}, lengths[] = {2, 2}, places[] = {0, 1};
    MPI_Datatype twice;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_indexed(2, lengths, places, MPI_INT, &twice);
    MPI_Type_commit(&twice);
    if (rank == 0)
        MPI_Send(values, 1, twice, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(values, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&twice);
    MPI_Finalize();
    return 0;
}
