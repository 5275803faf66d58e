/* A committed type is never freed.
 * ranks: 1
 * expect: leak.type
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    double cells[16] = {0};
    MPI_Datatype column;

    MPI_Init(NULL, NULL);
    MPI_Type_vector(4, 1, 4, MPI_DOUBLE, &column); /* HERE leak.type */
    MPI_Type_commit(&column);
    MPI_Bcast(cells, 1, column, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
