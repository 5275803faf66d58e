/* One of several words chooses the algorithm, and a number its depth.
 * ranks: 2
 * expect: assert
 * seed: ring 3
 * fails: tree 12
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    const char *algorithm = argc > 2 ? argv[1] : "";
    int depth = argc > 2 ? atoi(argv[2]) : 0;
    if (!strcmp(algorithm, "ring"))
        depth = 0;
    else if (!strcasecmp(algorithm, "tree"))
        assert(depth != 12); /* HERE assert */
    else if (!strncmp(algorithm, "flat", 4))
        depth = 1;
    MPI_Finalize();
    return 0;
}
