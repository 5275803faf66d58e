/* A key for attributes of datatypes is never freed.
 * ranks: 1
 * expect: leak.keyval
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int key;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &key, NULL); /* HERE leak.keyval */ /* CREATED leak.keyval */
    MPI_Type_set_attr(MPI_INT, key, &size);
    MPI_Type_delete_attr(MPI_INT, key);
    MPI_Finalize(); /* HERE leak.keyval */
    return 0;
}
