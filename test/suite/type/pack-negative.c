/* The count of a pack is negative.
 * ranks: 1
 * expect: arg.count
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
    int value = 1, place = 0;
    char packed[32];
    MPI_Comm self = MPI_COMM_SELF;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int count = -1;
    MPI_Pack(&value, count, MPI_INT, packed, sizeof packed, &place, self); /* HERE arg.count */
    check(place == 0, "nothing packed");
    MPI_Finalize();
    return 0;
}
