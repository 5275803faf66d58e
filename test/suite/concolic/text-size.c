/* Width and height in one word of the command line.
 * ranks: 2
 * expect: assert
 * seed: 3x4
 * fails: 16x9
 */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int width = 0, height = 0;
    MPI_Init(&argc, &argv);
    if (argc > 1 && sscanf(argv[1], "%dx%d", &width, &height) == 2)
        assert(width != 16 || height != 9); /* HERE assert */
    MPI_Finalize();
    return 0;
}
