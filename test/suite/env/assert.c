/* Rows are lost that do not divide evenly among the ranks.
 * ranks: 3
 * expect: assert
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, mine, total;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = 10 / size;
    MPI_Allreduce(&mine, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    assert(total == 10); /* HERE assert */
    MPI_Finalize();
    return 0;
}
