/* Words of a line are separated by strtok().
 * ranks: 2
 * expect: assert
 * file: matrix.csv
 * content: 1,2,3\n
 * failing: 1,99,3\n
 */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    char line[200];
    int column = 0;
    MPI_Init(&argc, &argv);
    FILE *file = fopen("matrix.csv", "r");
    if (file && fgets(line, sizeof line, file))
        for (char *word = strtok(line, ","); word; word = strtok(NULL, ","))
            if (column++ == 1)
                assert(atoi(word) != 99); /* HERE assert */
    if (file)
        fclose(file);
    MPI_Finalize();
    return 0;
}
