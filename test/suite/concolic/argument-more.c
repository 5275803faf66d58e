/* An option and its value that the command line did not have.
 * ranks: 2
 * expect: assert
 * seed:
 * fails: fast -width 77
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int width = 1, fast = 0;
    MPI_Init(&argc, &argv);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "fast") == 0)
            fast = 1;
        else if (strcmp(argv[i], "-width") == 0 && i + 1 < argc)
            width = atoi(argv[++i]);
    }
    if (fast)
        assert(width != 77); /* HERE assert */
    MPI_Finalize();
    return 0;
}
