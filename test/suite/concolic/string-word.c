/* A word of the command line is compared with another.
 * ranks: 2
 * expect: assert
 * seed: fast 3
 * fails: exact 3
 */
#include <assert.h>
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (argc > 2 && strcmp(argv[1], "exact") == 0)
        assert(strlen(argv[2]) > 3); /* HERE assert */
    MPI_Finalize();
    return 0;
}
