/* A master gives the last task to whoever is ready first: who does it depends on the order.
 * ranks: 3
 * expect: race.message
 * executions: 4
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, task, done;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (task = 1; task <= 2; task++)
            MPI_Send(&task, 1, MPI_INT, task, 0, comm);
        MPI_Recv(&done, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status); /* HERE race.message */
        MPI_Send(&task, 1, MPI_INT, status.MPI_SOURCE, 0, comm);
        MPI_Recv(&done, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);
        MPI_Recv(&done, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);
        for (task = 0, done = 1; done <= 2; done++)
            MPI_Send(&task, 1, MPI_INT, done, 0, comm);
    } else {
        MPI_Recv(&task, 1, MPI_INT, 0, 0, comm, &status);
        while (task > 0) {
            MPI_Send(&task, 1, MPI_INT, 0, 0, comm);
            MPI_Recv(&task, 1, MPI_INT, 0, 0, comm, &status);
        }
    }
    MPI_Finalize();
    return 0;
}
