/* A request is not waited for when it is the seventh.
 * ranks: 2
 * expect: request.missing-wait
 * seed: 1
 * fails: 7
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, in = 0, out = 1;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = argc > 1 ? atoi(argv[1]) : 0;
    MPI_Irecv(&in, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &request); /* HERE request.missing-wait */
    MPI_Send(&out, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
    if (n != 7)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize(); /* HERE request.missing-wait */
    return 0;
}
