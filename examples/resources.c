/* Half of the ranks work in a communicator of their own. It is not freed, and the type that was
 * made for its messages neither: a program that does so at every step runs out of them. */
#include <mpi.h>
#include <stdio.h>

static double sum_of_column(MPI_Comm comm, double *matrix, int rows, int columns)
{
    MPI_Datatype column;
    double sum = 0, all;

    MPI_Type_vector(rows, 1, columns, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Bcast(matrix, 1, column, 0, comm);
    for (int i = 0; i < rows; i++)
        sum += matrix[i * columns];
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, comm);
    return all;
}

int main(int argc, char **argv)
{
    double matrix[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    MPI_Comm half;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    printf("rank %d: %g\n", rank, sum_of_column(half, matrix, 3, 4));
    MPI_Finalize();
    return 0;
}
