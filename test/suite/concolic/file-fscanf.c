/* A number in the second line of a file.
 * ranks: 2
 * expect: crash.exit
 * seed: grid.dat
 * fails: grid.dat
 * file: grid.dat
 * content: size 12\nsteps 100\n
 * failing: size 12\nsteps 77\n
 */
#include <mpi.h>
#include <stdio.h>

static int failed;

int main(int argc, char **argv)
{
    int size = 0, steps = 0;
    MPI_Init(&argc, &argv);
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (file) {
        if (fscanf(file, "size %d\nsteps %d", &size, &steps) == 2 && size > 10 && steps == 77)
            failed = 3;
        fclose(file);
    }
    MPI_Finalize(); /* HERE crash.exit */
    return failed;
}
