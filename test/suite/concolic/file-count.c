/* A file says how many numbers follow, and they must not add up to a value.
 * ranks: 2
 * expect: crash.abort
 * file: list.dat
 * content: 3\n1 2 3\n
 * failing: 3\n1 2 97\n
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int count = 0, value, sum = 0;
    MPI_Init(&argc, &argv);
    FILE *file = fopen("list.dat", "r");
    if (file && fscanf(file, "%d", &count) == 1)
        for (int i = 0; i < count && fscanf(file, "%d", &value) == 1; i++)
            sum += value;
    if (file)
        fclose(file);
    if (count == 3 && sum == 100)
        MPI_Abort(MPI_COMM_WORLD, 1); /* HERE crash.abort */
    MPI_Finalize();
    return 0;
}
