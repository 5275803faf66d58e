/* Two receives of any source with two datatypes: each may take the other's message.
 * ranks: 3
 * expect: mismatch.datatype race.message
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, whole = 1;
    MPI_Comm comm = MPI_COMM_WORLD;
    float half = 0.5F;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(&whole, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* HERE mismatch.datatype */ /* HERE race.message */
        MPI_Recv(&half, 1, MPI_FLOAT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);                             /* HERE mismatch.datatype */
    } else if (rank == 1) {
        MPI_Send(&whole, 1, MPI_INT, 0, 0, comm); /* HERE mismatch.datatype */
    } else {
        MPI_Send(&half, 1, MPI_FLOAT, 0, 0, comm); /* HERE mismatch.datatype */
    }
    MPI_Finalize();
    return 0;
}
