/* Rank 0 sends more than rank 1 has room for.
 * ranks: 2
 * expect: mismatch.truncation
 * seed: 4
 * fails: 11
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, values[100] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int count = argc > 1 ? atoi(argv[1]) : 0;
    if (count < 0 || count > 100 || size < 2)
        count = 1;
    if (rank == 0 && size > 1)
        MPI_Send(values, count, MPI_INT, 1, 0, MPI_COMM_WORLD); /* HERE mismatch.truncation */
    if (rank == 1)
        MPI_Recv(values, count <= 10 ? 10 : 8, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE mismatch.truncation */
    MPI_Finalize();
    return 0;
}
