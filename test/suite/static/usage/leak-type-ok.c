/* A committed type is freed.
 * ranks: 1
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    double cells[16] = {0};
    MPI_Datatype column;

    MPI_Init(NULL, NULL);
    MPI_Type_vector(4, 1, 4, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Bcast(cells, 1, column, 0, MPI_COMM_WORLD);
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
