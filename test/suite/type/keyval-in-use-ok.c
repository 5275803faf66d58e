/* An attribute of a type is deleted after its key was freed.
 * ranks: 1
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int key, kept, found = 1, level = 6, *seen = NULL;
    MPI_Datatype type;

    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &key, NULL);
    MPI_Type_set_attr(type, key, &level);
    kept = key;
    MPI_Type_free_keyval(&key);
    MPI_Type_get_attr(type, kept, (void *)&seen, &found);
    assert(found && *seen == 6);
    MPI_Type_delete_attr(type, kept);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
