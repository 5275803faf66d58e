/* A receive of any tag may take the message with the tag that a later receive asks for.
 * ranks: 3
 * expect: deadlock race.message
 * executions: 2
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[3];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[3];
    MPI_Status statuses[3];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Irecv(&in[0], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &r[0]); /* HERE race.message */
        MPI_Irecv(&in[1], 1, MPI_INT, MPI_ANY_SOURCE, 1, comm, &r[1]);
        MPI_Irecv(&in[2], 1, MPI_INT, MPI_ANY_SOURCE, 2, comm, &r[2]);
        MPI_Waitall(3, r, statuses); /* HERE deadlock */
    } else {
        for (int i = 0; i < rank; i++)
            MPI_Send(&rank, 1, MPI_INT, 0, rank, comm);
    }
    MPI_Finalize();
    return 0;
}
