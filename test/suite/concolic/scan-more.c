/* Two numbers where sscanf() was given one.
 * ranks: 2
 * expect: assert
 * seed: -map 5
 * fails: -map 5x77
 */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rows = 1, columns = 1;
    char by = 0;
    MPI_Init(&argc, &argv);
    if (argc > 2 && strcmp(argv[1], "-map") == 0 &&
        sscanf(argv[2], "%d%c%d", &rows, &by, &columns) == 3)
        assert(columns != 77); /* HERE assert */
    MPI_Finalize();
    return 0;
}
