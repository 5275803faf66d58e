/* On an inter-communicator a receive of any source may take what the next one names.
 * ranks: 3
 * expect: deadlock race.message
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Comm own, inter;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_split(comm, rank == 0, 0, &own);
    MPI_Intercomm_create(own, 0, comm, rank == 0 ? 1 : 0, 0, &inter);
    if (rank == 0) {
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, inter, MPI_STATUS_IGNORE); /* HERE race.message */
        MPI_Recv(&in, 1, MPI_INT, 1, 0, inter, MPI_STATUS_IGNORE);              /* HERE deadlock */
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, inter);
    }
    MPI_Comm_free(&inter); /* HERE deadlock */
    MPI_Comm_free(&own);
    MPI_Finalize();
    return 0;
}
