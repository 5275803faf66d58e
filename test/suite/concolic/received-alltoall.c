/* Rank 1 has a number for each of the others.
 * ranks: 3
 * expect: assert
 * seed: 3
 * fails: 500
 * options: --focus=all --fixed-ranks
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, out[3] = {0, 0, 0}, in[3] = {0, 0, 0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        for (int i = 0; i < 3; i++)
            out[i] = (argc > 1 ? atoi(argv[1]) : 0) + i;
    MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
    if (rank == 2)
        assert(in[1] != 502); /* HERE assert */
    MPI_Finalize();
    return 0;
}
