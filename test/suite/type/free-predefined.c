/* Predefined types must not be freed.
 * ranks: 1
 * expect: arg.datatype
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Datatype type = MPI_INT;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_free(&type); /* HERE arg.datatype */
    MPI_Finalize();
    return 0;
}
