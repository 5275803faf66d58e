/* One message more than is received, for one number.
 * ranks: 2
 * expect: message.unmatched
 * seed: 1
 * fails: 6
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 0 && n == 6)
        MPI_Isend(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request); /* HERE message.unmatched */
    if (request != MPI_REQUEST_NULL)
        MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
