/* A key that was freed is gone with the last attribute that has it.
 * ranks: 2
 * expect: arg.other
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

static int deletes;

static int count_delete(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm, (void)key, (void)value, (void)extra;
    deletes++;
    return MPI_SUCCESS;
}

int main(void)
{
    int key, kept, found = 0, level = 6, more = 7, *seen = NULL;
    MPI_Comm comm;

    MPI_Init(NULL, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, count_delete, &key, NULL);
    MPI_Comm_set_attr(comm, key, &level);
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, &level);
    kept = key;
    MPI_Comm_free_keyval(&key);
    MPI_Comm_get_attr(comm, kept, (void *)&seen, &found);
    assert(found && *seen == 6);
    MPI_Comm_set_attr(MPI_COMM_WORLD, kept, &more);
    assert(deletes == 1);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, kept);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, kept); /* HERE arg.other */
    assert(deletes == 2);
    MPI_Comm_free(&comm);
    assert(deletes == 3);
    MPI_Finalize();
    return 0;
}
