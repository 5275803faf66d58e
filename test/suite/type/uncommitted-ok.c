/* A derived type is committed before it is sent.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(void)
{
    int column[4] = {0};
    MPI_Datatype type;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        column[0] = 1;
        column[2] = 3;
        MPI_Send(column, 1, type, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(column, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check(column[0] == 1 && column[1] == 3 && column[2] == 0, "column");
    }
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
