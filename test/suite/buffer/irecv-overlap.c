/* Two pending receives overlap by one element.
 * ranks: 2
 * expect: race.buffer
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[8] = {0};
    MPI_Request r[2];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend(data, 4, MPI_INT, 1, 0, comm, &r[0]);
        MPI_Isend(data, 4, MPI_INT, 1, 1, comm, &r[1]);
    } else {
        MPI_Irecv(&data[0], 4, MPI_INT, 0, 0, comm, &r[0]);
        MPI_Irecv(&data[3], 4, MPI_INT, 0, 1, comm, &r[1]); /* HERE race.buffer */
    }
    MPI_Waitall(2, r, statuses);
    MPI_Finalize();
    return 0;
}
