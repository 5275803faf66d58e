/* test.c: a small program with many paths, for what `tutti test` does in a second.
 *
 *   test A B C D: every rank sums up what the numbers are compared with, the ranks exchange the
 * sums. No path fails.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rate(const int *numbers)
{
    int sum = 0;
    for (int i = 0; i < 4; i++)
        for (int limit = 10; limit <= 40; limit += 10)
            if (numbers[i] > limit)
                sum += i + 1;
    if (numbers[0] == 3 * numbers[1] + 7 && numbers[2] - numbers[3] == 1234)
        sum = -1;
    return sum;
}

int main(int argc, char **argv)
{
    int numbers[4] = {0}, rank, size, sum, other;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 1; i < argc && i <= 4; i++)
        numbers[i - 1] = (int)strtol(argv[i], NULL, 10);
    sum = rate(numbers);
    MPI_Sendrecv(&sum, 1, MPI_INT, (rank + 1) % size, 0, &other, 1, MPI_INT,
                 (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(&other, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
