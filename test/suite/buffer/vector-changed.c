/* An element that a strided send takes is changed while the send is under way.
 * ranks: 2
 * expect: race.buffer
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    MPI_Request r;
    MPI_Datatype even;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(4, 1, 2, MPI_INT, &even);
    MPI_Type_commit(&even);
    if (rank == 0) {
        MPI_Isend(data, 1, even, 1, 0, MPI_COMM_WORLD, &r); /* HERE race.buffer */
        data[4] = 40;                                       /* HERE race.buffer */
        MPI_Wait(&r, MPI_STATUS_IGNORE);                    /* HERE race.buffer */
    } else {
        MPI_Recv(data, 8, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&even);
    MPI_Finalize();
    return 0;
}
