/* A type is committed before it is freed; twice does no harm.
 * ranks: 1
 * expect: clean
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
    MPI_Type_commit(&type);
    MPI_Type_commit(&copy);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
