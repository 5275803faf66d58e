/* Bitwise operations on integers of several lengths.
 * ranks: 4
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
    long mine, all = 0;
    unsigned char byte, bytes = 0;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = 1 + rank;
    MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_BAND, MPI_COMM_WORLD);
    check(all == (1 & 2 & 3 & 4), "and");
    byte = (unsigned char)(1 << rank);
    MPI_Allreduce(&byte, &bytes, 1, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);
    check(bytes == 15, "or");
    MPI_Finalize();
    return 0;
}
