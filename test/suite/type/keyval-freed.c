/* An attribute of a type is set with a key that was freed.
 * ranks: 1
 * expect: arg.other
 */
#include <mpi.h>
#include <stdio.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static int deletes;

static int count_delete(MPI_Datatype type, int key, void *value, void *extra)
{
    (void)type, (void)key, (void)value, (void)extra;
    deletes++;
    return MPI_SUCCESS;
}

int main(void)
{
    int key, kept, found, level = 6, *seen;
    MPI_Datatype type, copy;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_create_keyval(MPI_TYPE_DUP_FN, count_delete, &key, NULL);
    kept = key;
    MPI_Type_free_keyval(&key);
    MPI_Type_set_attr(type, kept, &level); /* HERE arg.other */
    MPI_Type_dup(type, &copy);
    MPI_Type_get_attr(copy, kept, &seen, &found);
    check(found && *seen == 6, "copied");
    MPI_Type_free(&type);
    MPI_Type_free(&copy);
    check(deletes == 2, "deleted");
    MPI_Finalize();
    return 0;
}
