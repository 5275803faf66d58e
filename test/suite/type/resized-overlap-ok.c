/* A negative lower bound and overlapping elements in a send.
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
    int data[8], in[6] = {0};
    MPI_Datatype window, pair;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 8; i++)
        data[i] = i;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_create_resized(pair, 0, sizeof(int), &window); /* each pair starts one further */
    MPI_Type_commit(&window);
    if (rank == 0) {
        MPI_Send(data, 3, window, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(in, 6, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < 6; i++)
            check(in[i] == i / 2 + i % 2, "pair");
    }
    MPI_Type_free(&window);
    MPI_Type_create_resized(pair, -(MPI_Aint)sizeof(int), -(MPI_Aint)(2 * sizeof(int)), &window);
    MPI_Type_commit(&window);
    if (rank == 0) {
        MPI_Send(data + 6, 3, window, 1, 0, MPI_COMM_WORLD); /* runs backwards by pairs */
    } else {
        MPI_Recv(in, 6, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < 6; i++)
            check(in[i] == 6 - 2 * (i / 2) + i % 2, "pair from the back");
    }
    MPI_Type_free(&window);
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
