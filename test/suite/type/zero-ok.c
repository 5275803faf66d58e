/* Empty types and empty messages arrive, and change nothing.
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
    int data = 3, count, elements, bytes;
    MPI_Datatype empty, nothing;
    MPI_Status status;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_contiguous(0, MPI_INT, &empty);
    MPI_Type_create_struct(0, NULL, NULL, NULL, &nothing);
    MPI_Type_commit(&empty);
    MPI_Type_commit(&nothing);
    MPI_Type_size(nothing, &bytes);
    check(bytes == 0, "size");
    if (rank == 0) {
        MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Send(&data, 5, empty, 1, 1, MPI_COMM_WORLD);
        MPI_Send(&data, 1, nothing, 1, 2, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        MPI_Get_elements(&status, MPI_INT, &elements);
        check(count == 0 && elements == 0, "empty message");
        MPI_Recv(&data, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        check(count == 0, "five times nothing");
        MPI_Recv(&data, 2, empty, 0, 2, MPI_COMM_WORLD, &status);
    }
    check(data == 3, "data");
    MPI_Bcast(&data, 4, rank ? empty : nothing, 0, MPI_COMM_WORLD);
    MPI_Type_free(&empty);
    MPI_Type_free(&nothing);
    MPI_Finalize();
    return 0;
}
