/* A column of a matrix goes round, and arrives as a row.
 * ranks: 2
 * expect: assert
 * seed: 1 2 3
 * fails: 1 2 91
 * options: --focus=all --fixed-ranks
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, matrix[3][4] = {{0}}, row[3] = {0, 0, 0};
    MPI_Datatype column;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(3, 1, 4, MPI_INT, &column);
    MPI_Type_commit(&column);
    if (rank == 0)
        for (int i = 0; i < 3 && i + 1 < argc; i++)
            matrix[i][2] = atoi(argv[i + 1]);
    MPI_Sendrecv(&matrix[0][2], 1, column, 1 - rank, 0, row, 3, MPI_INT, 1 - rank, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1)
        assert(row[2] != 91); /* HERE assert */
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
