/* A rank that found no place in the grid has a null communicator, and looks.
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
    int dims[1] = {2}, periods[1] = {0}, place[1];
    MPI_Comm line;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &line);
    check((line == MPI_COMM_NULL) == (rank == 2), "who is left out");
    if (line == MPI_COMM_NULL) {
        MPI_Finalize();
        return 0;
    }
    MPI_Cart_coords(line, rank, 1, place);
    check(place[0] == rank, "place");
    MPI_Comm_free(&line);
    MPI_Finalize();
    return 0;
}
