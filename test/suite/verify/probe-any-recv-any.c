/* Behind a probe of any source a receive of any source may take another message.
 * ranks: 3
 * expect: mismatch.datatype race.message
 * executions: 4
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, whole = 1;
    MPI_Comm comm = MPI_COMM_WORLD;
    float half = 0.5F;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++) {
            MPI_Probe(MPI_ANY_SOURCE, 0, comm, &status); /* HERE race.message */
            if (status.MPI_SOURCE == 1)
                MPI_Recv(&whole, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status); /* HERE mismatch.datatype */ /* HERE race.message */
            else
                MPI_Recv(&half, 1, MPI_FLOAT, MPI_ANY_SOURCE, 0, comm, &status); /* HERE mismatch.datatype */ /* HERE race.message */
        }
    } else if (rank == 1) {
        MPI_Send(&whole, 1, MPI_INT, 0, 0, comm); /* HERE mismatch.datatype */
    } else {
        MPI_Send(&half, 1, MPI_FLOAT, 0, 0, comm); /* HERE mismatch.datatype */
    }
    MPI_Finalize();
    return 0;
}
