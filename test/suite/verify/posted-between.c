/* Of two receives of any source behind a named one the first is believed to take from rank 1.
 * ranks: 3
 * expect: assert race.message
 * executions: 2
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[3], out;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[3];
    MPI_Status statuses[3];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Irecv(&in[0], 1, MPI_INT, 2, 0, comm, &r[0]);
        MPI_Irecv(&in[1], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &r[1]); /* HERE race.message */
        MPI_Irecv(&in[2], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &r[2]);
        MPI_Waitall(3, r, statuses);
        assert(in[0] == 20 && in[1] + in[2] == 10 + 21);
        assert(in[1] == 10); /* HERE assert */
    } else {
        for (int i = 0; i < rank; i++) {
            out = 10 * rank + i;
            MPI_Send(&out, 1, MPI_INT, 0, 0, comm);
        }
    }
    MPI_Finalize();
    return 0;
}
