/* In either half of the ranks a receive of any source may take what the next one names.
 * ranks: 6
 * expect: deadlock race.message
 * executions: 4
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in, place;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Comm half;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_split(comm, rank % 2, 0, &half);
    MPI_Comm_rank(half, &place);
    if (place == 0) {
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, half, MPI_STATUS_IGNORE); /* HERE race.message */
        MPI_Recv(&in, 1, MPI_INT, 2, 0, half, MPI_STATUS_IGNORE);              /* HERE deadlock */
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, half);
    }
    MPI_Comm_free(&half); /* HERE deadlock */
    MPI_Finalize();
    return 0;
}
