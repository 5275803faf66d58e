/* In one of nine blocks the receiver expects a float for a double.
 * ranks: 3
 * expect: mismatch.datatype
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
    double out[3] = {0}, in[3] = {0};
    int parts[3] = {1, 1, 1}, at[3] = {0, 8, 16};
    MPI_Datatype send[3], receive[3];
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < size; i++) {
        send[i] = receive[i] = MPI_DOUBLE;
        out[i] = 10 * rank + i;
    }
    if (rank == 2)
        receive[1] = MPI_FLOAT;
    MPI_Alltoallw(out, parts, at, send, in, parts, at, receive, comm); /* HERE mismatch.datatype */
    for (int i = 0; i < size; i++)
        check(in[i] == 10 * i + rank, "block");
    MPI_Finalize();
    return 0;
}
