/* Sent as bytes, received as bytes.
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
    char all[8] = "abcdefg", mine[4] = {0};
    MPI_Request r;
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Iscatter(all, 4, MPI_BYTE, mine, 4, MPI_BYTE, 0, comm, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    check(mine[0] == (rank ? 'e' : 'a') && mine[2] == (rank ? 'g' : 'c'), "letters");
    MPI_Finalize();
    return 0;
}
