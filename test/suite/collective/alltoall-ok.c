/* Alltoall and Alltoallv exchange blocks of equal and of different lengths.
 * ranks: 1 2 3 5
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(void)
{
    long out[5 * 5], in[5 * 5];
    int send[5], receive[5], displs[5];
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 25; i++)
        out[i] = 1000 * rank + i;
    memset(in, -1, sizeof in);
    MPI_Alltoall(out, 2, MPI_LONG, in, 2, MPI_LONG, comm);
    for (int i = 0; i < 2 * size; i++)
        check(in[i] == 1000 * (i / 2) + 2 * rank + i % 2, "Alltoall");

    /* rank i sends (i + j) % 3 elements to rank j */
    for (int r = 0; r < size; r++) {
        send[r] = receive[r] = (rank + r) % 3;
        displs[r] = 5 * r;
    }
    memset(in, -1, sizeof in);
    MPI_Alltoallv(out, send, displs, MPI_LONG, in, receive, displs, MPI_LONG, comm);
    for (int r = 0; r < size; r++)
        for (int i = 0; i < 5; i++)
            check(in[5 * r + i] == (i < receive[r] ? 1000 * r + 5 * rank + i : -1), "Alltoallv");
    MPI_Finalize();
    return 0;
}
