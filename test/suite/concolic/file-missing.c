/* A file that is not there, named by an argument.
 * ranks: 2
 * expect: assert
 * seed: -sizes none.txt
 * file: some.txt
 * content: 1\n
 * failing: 4321\n
 * fails: -sizes some.txt
 */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    int size = 0;
    MPI_Init(&argc, &argv);
    if (argc == 3 && strcmp(argv[1], "-sizes") == 0) {
        FILE *file = fopen(argv[2], "r");
        if (file && fscanf(file, "%d", &size) == 1)
            assert(size != 4321); /* HERE assert */
        if (file)
            fclose(file);
    }
    MPI_Finalize();
    return 0;
}
