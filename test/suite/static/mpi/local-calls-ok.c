/* What only some ranks call is local or a message: types, groups, sends, the clock.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, size, cells[8] = {0};
    MPI_Datatype column;
    MPI_Status status;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (rank == 0) {
        MPI_Type_vector(4, 1, 2, MPI_INT, &column);
        MPI_Type_commit(&column);
        MPI_Send(cells, 1, column, 1, 0, MPI_COMM_WORLD);
        MPI_Type_free(&column);
    } else if (rank == 1) {
        MPI_Probe(0, 0, MPI_COMM_WORLD, &status);
        MPI_Recv(cells, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
