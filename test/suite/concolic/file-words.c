/* A keyword of a file of parameters is read by fscanf() and compared.
 * ranks: 2
 * expect: assert
 * file: run.in
 * content: lattice 4\nmass 7\n
 * failing: lattice 4\nmass 31\n
 */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    char word[32];
    int value;
    MPI_Init(&argc, &argv);
    FILE *file = fopen("run.in", "r");
    while (file && fscanf(file, "%31s %d", word, &value) == 2)
        if (strcmp(word, "mass") == 0)
            assert(value != 31); /* HERE assert */
    if (file)
        fclose(file);
    MPI_Finalize();
    return 0;
}
