/* Every rank fills its place of the list.
 * ranks: 3
 * expect: assert
 * seed: 1
 * fails: 33
 * options: --focus=all --fixed-ranks
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    double all[3] = {0, 0, 0};
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    all[rank] = (argc > 1 ? atof(argv[1]) : 0) * (rank + 1);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DOUBLE, all, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    assert(all[0] + all[1] + all[2] != 198); /* HERE assert */
    MPI_Finalize();
    return 0;
}
