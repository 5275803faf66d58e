/* Paper, figure 2: checks of the input, work that depends on the rank, a loop. Branch 4F needs a
 * focus other than rank 0. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int x = 0, y = 0, rank, steps = 0;
    FILE *in = fopen("input.txt", "r");

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    (void)!fscanf(in, "%d", &x);
    (void)!fscanf(in, "%d", &y);
    fclose(in);
    if (x > 0) {                 /* 0 */
        if (y > 0) {             /* 1 */
            if (x * y < 5000) {  /* 2 */
                if (rank == 0) { /* 3 */
                    printf("root\n");
                } else {
                    if (y < 100) /* 4 */
                        printf("worker\n");
                    else
                        printf("worker of many\n");
                }
                while (steps < x) /* 5 */
                    steps++;
            }
        }
    }
    MPI_Finalize();
    return 0;
}
