/* Lines of a file are read by fgets(); wrong numbers are refused.
 * ranks: 2
 * expect: clean
 * file: input.txt
 * content: # a comment\n10 2.5\n20 3.5\n
 */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    char line[80];
    int count = 0, sum = 0;
    double weight;
    MPI_Init(&argc, &argv);
    FILE *file = fopen("input.txt", "r");
    while (file && fgets(line, sizeof line, file)) {
        if (line[0] == '#' || sscanf(line, "%d %lf", &count, &weight) != 2)
            continue;
        if (count < 0 || count > 1000)
            continue;
        sum += count;
        assert(sum <= 2000);
    }
    if (file)
        fclose(file);
    MPI_Finalize();
    return 0;
}
