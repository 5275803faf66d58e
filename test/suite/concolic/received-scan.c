/* Sums of the ranks before, without and with the own number.
 * ranks: 3
 * expect: assert
 * seed: 3
 * fails: 100
 * options: --focus=all --fixed-ranks
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    long before = 0, with = 0;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    long mine = (argc > 1 ? atol(argv[1]) : 0) + 10 * rank;
    MPI_Exscan(&mine, &before, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    MPI_Scan(&mine, &with, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 2 && before == 210)
        assert(with != 330); /* HERE assert */
    MPI_Finalize();
    return 0;
}
