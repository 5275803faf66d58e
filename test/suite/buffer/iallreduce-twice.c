/* Two nonblocking reductions are given the same buffer for their results.
 * ranks: 2
 * expect: race.buffer
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, mine[2] = {1, 2}, all[2];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request r[2];

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(comm, &rank);
    MPI_Iallreduce(mine, all, 1, MPI_INT, MPI_SUM, comm, &r[0]);     /* CREATED race.buffer */
    MPI_Iallreduce(mine + 1, all, 1, MPI_INT, MPI_MAX, comm, &r[1]); /* HERE race.buffer */
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
