/* Two nonblocking reductions, one of them in place, have buffers of their own.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, mine[2] = {1, 2}, all[2] = {0};
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[2];

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(comm, &rank);
    MPI_Iallreduce(mine, all, 1, MPI_INT, MPI_SUM, comm, &r[0]);
    MPI_Iallreduce(MPI_IN_PLACE, all + 1, 1, MPI_INT, MPI_MAX, comm, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
