/* A datatype is used after it was freed, through a copy of its handle.
 * ranks: 2
 * expect: arg.datatype
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
    int data[2] = {0};
    MPI_Datatype type, copy;
    MPI_Request request;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_commit(&type);
    copy = type;
    MPI_Type_free(&type);
    if (rank == 0) {
        data[1] = 5;
        MPI_Isend(data, 1, copy, 1, 0, MPI_COMM_WORLD, &request); /* HERE arg.datatype */
    } else {
        MPI_Irecv(data, 1, copy, 0, 0, MPI_COMM_WORLD, &request); /* HERE arg.datatype */
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check(data[1] == 5 && type == MPI_DATATYPE_NULL, "data");
    MPI_Finalize();
    return 0;
}
