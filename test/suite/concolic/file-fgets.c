/* Lines of a file are read by fgets() and taken apart by sscanf().
 * ranks: 2
 * expect: assert
 * file: input.txt
 * content: # a comment\n10 2.5\n20 3.5\n
 * failing: # a comment\n10 2.5\n4321 3.5\n
 */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    char line[80];
    int count = 0;
    double weight;
    MPI_Init(&argc, &argv);
    FILE *file = fopen("input.txt", "r");
    while (file && fgets(line, sizeof line, file)) {
        if (line[0] == '#' || sscanf(line, "%d %lf", &count, &weight) != 2)
            continue;
        assert(count != 4321); /* HERE assert */
    }
    if (file)
        fclose(file);
    MPI_Finalize();
    return 0;
}
