/* Rank 0 reads a line, and all ranks take it apart.
 * ranks: 2
 * expect: assert
 * seed: <parameters
 * fails: <parameters
 * file: parameters
 * content: size 4 8\n
 * failing: size 4 88\n
 * options: --focus=all --fixed-ranks
 */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    char line[80] = "";
    int rank, a = 0, b = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && !fgets(line, sizeof line, stdin))
        line[0] = '\0';
    MPI_Bcast(line, sizeof line, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (rank == 1 && sscanf(line, "size %d %d", &a, &b) == 2)
        assert(b != 88); /* HERE assert */
    MPI_Finalize();
    return 0;
}
