/* All ranks read the same file, so what they read is most likely the same.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int steps = 0;
    FILE *file;

    MPI_Init(NULL, NULL);
    file = fopen("input.txt", "r");
    if (file != NULL) {
        if (fscanf(file, "%d", &steps) != 1)
            steps = 1;
        fclose(file);
    }
    for (int i = 0; i < steps; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
