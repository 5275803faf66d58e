/* A type is made from MPI_DATATYPE_NULL (thesis 1.12 code 4).
 * ranks: 1
 * expect: arg.datatype
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Datatype old, type;

    MPI_Init(NULL, NULL);
    old = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(1, old, &type); /* HERE arg.datatype */
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
