/* What is complete first decides what is divided by: zero for some numbers in a file.
 * ranks: 3
 * expect: divide.zero
 * options: --schedules
 * file: weights.txt
 * content: 4 2
 * failing: 4 6
 * seed: weights.txt
 * fails: weights.txt
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, two = 1, index, values[2] = {0, 0};
    MPI_Request requests[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    FILE *file = fopen(argc > 1 ? argv[1] : "weights.txt", "r");
    if (!file || fscanf(file, "%d %d", &one, &two) != 2)
        one = two = 1;
    if (file)
        fclose(file);
    if (size >= 3 && (rank == 1 || rank == 2))
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (size >= 3 && rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_Irecv(&values[i], 1, MPI_INT, i + 1, 0, MPI_COMM_WORLD, &requests[i]);
        MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
        int divisor = index > 0 ? two - one - 2 * index : 1;
        printf("%d\n", 100 / divisor); /* HERE divide.zero */
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
