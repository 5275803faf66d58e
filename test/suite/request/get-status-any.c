/* The program asks which requests are complete, and completes none of them.
 * ranks: 2
 * expect: request.missing-wait
 * mpi: 4.1
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, values[2] = {0}, flag = 0, which = -1;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[2];
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_Irecv(&values[i], 1, MPI_INT, 1, i, comm, &r[i]); /* HERE request.missing-wait */
        while (!flag)
            MPI_Request_get_status_any(2, r, &which, &flag, &status);
        assert(which == status.MPI_TAG && values[which] == which + 1);
        do
            MPI_Request_get_status_all(2, r, &flag, MPI_STATUSES_IGNORE);
        while (!flag);
        assert(values[0] + values[1] == 3);
    } else {
        for (int i = 0; i < 2; i++)
            MPI_Send(&(int){i + 1}, 1, MPI_INT, 0, i, comm);
    }
    MPI_Finalize(); /* HERE request.missing-wait */
    return 0;
}
