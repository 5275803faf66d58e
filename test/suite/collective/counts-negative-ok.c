/* A count of zero instead of a negative one.
 * ranks: 3
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
    int parts[3] = {1, 1, 1}, at[3] = {0, 1, 2}, out[3], in[3] = {-1, -1, -1};
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 3; i++)
        out[i] = rank;
    parts[rank] = 0;
    MPI_Alltoallv(out, parts, at, MPI_INT, in, parts, at, MPI_INT, comm);
    for (int i = 0; i < 3; i++)
        check(in[i] == (i == rank ? -1 : i), "block");
    MPI_Finalize();
    return 0;
}
