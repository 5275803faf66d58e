/* An element of an array of requests that is not used is the null request.
 * ranks: 1
 * expect: clean
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request r[2];
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    memset(r, 0x5a, sizeof r);
    r[1] = MPI_REQUEST_NULL;
    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Waitall(2, r, statuses);
    MPI_Finalize();
    return 0;
}
