/* The receiver may have more room than is needed.
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
    int data[8] = {0}, count, elements;
    MPI_Datatype type;
    MPI_Status status;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        for (int i = 0; i < 8; i++)
            data[i] = i + 1;
        MPI_Send(data, 3, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(data, 2, type, 0, 0, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, type, &count);
        MPI_Get_elements(&status, type, &elements);
        check(count == MPI_UNDEFINED && elements == 3, "one and a half");
        check(data[0] == 1 && data[1] == 0 && data[2] == 2 && data[3] == 3 && data[5] == 0, "data");
    }
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
