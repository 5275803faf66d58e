/* A type that was freed is committed.
 * ranks: 1
 * expect: arg.datatype
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_Datatype type, copy;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_contiguous(3, MPI_CHAR, &type);
    copy = type;
    MPI_Type_free(&type);
    MPI_Type_commit(&copy); /* HERE arg.datatype */
    MPI_Finalize();
    return 0;
}
