/* Two strided receives into one array share its elements.
 * ranks: 2
 * expect: race.buffer
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[9] = {0}, from;
    MPI_Request r[2];
    MPI_Datatype half;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(4, 1, 2, MPI_INT, &half);
    MPI_Type_commit(&half);
    for (int i = 0; i < 2; i++) {
        from = 2 * i;
        if (rank == 0)
            MPI_Isend(data, 4, MPI_INT, 1, i, comm, &r[i]);
        else
            MPI_Irecv(data + from, 1, half, 0, i, comm, &r[i]); /* HERE race.buffer */
    }
    MPI_Waitall(2, r, statuses);
    MPI_Type_free(&half);
    MPI_Finalize();
    return 0;
}
