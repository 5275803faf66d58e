/* Rows that do not divide evenly go to the first ranks.
 * ranks: 3
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, mine, total;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = 10 / size + (rank < 10 % size ? 1 : 0);
    MPI_Allreduce(&mine, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    assert(total == 10);
    MPI_Finalize();
    return 0;
}
