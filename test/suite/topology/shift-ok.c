/* Shifts by several distances, with and without wrapping around.
 * ranks: 1 2 3 5
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
    int dims[2] = {0, 1}, periods[2] = {0, 1}, from, to;
    MPI_Comm open, closed;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    dims[0] = size;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &open);
    periods[0] = 1;
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &closed);
    for (int distance = -2 * size; distance <= 2 * size; distance++) {
        int source = rank - distance, target = rank + distance;

        MPI_Cart_shift(closed, 0, distance, &from, &to);
        check(from == (source + 3 * size) % size, "source in the ring");
        check(to == (target + 3 * size) % size, "target in the ring");
        if (distance == 0)
            continue;
        MPI_Cart_shift(open, 0, distance, &from, &to);
        check(from == (source < 0 || source >= size ? MPI_PROC_NULL : source),
              "source in the line");
        check(to == (target < 0 || target >= size ? MPI_PROC_NULL : target), "target in the line");
        MPI_Cart_shift(open, 1, distance, &from, &to);
        check(from == rank && to == rank, "a periodic dimension of one");
    }
    MPI_Comm_free(&open);
    MPI_Comm_free(&closed);
    MPI_Finalize();
    return 0;
}
