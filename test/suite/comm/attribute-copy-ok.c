/* Attributes of a duplicate: copied, left out, made by a callback; deleted when it is freed.
 * ranks: 1 2 3
 * expect: clean
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

static int copies, deletes;

static int count_copy(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag)
{
    (void)comm;
    (void)key;
    copies += *(int *)extra;
    *(void **)out = (int *)in + 1;
    *flag = 1;
    return MPI_SUCCESS;
}

static int refuse_copy(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag)
{
    (void)comm, (void)key, (void)extra, (void)in, (void)out;
    *flag = 0;
    return MPI_SUCCESS;
}

static int count_delete(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm;
    (void)key;
    (void)value;
    deletes += *(int *)extra;
    return MPI_SUCCESS;
}

int main(void)
{
    int counted, refused, copied, found, values[3] = {10, 11, 12}, one = 1, *seen;
    MPI_Comm copy, comm = MPI_COMM_WORLD;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_create_keyval(count_copy, count_delete, &counted, &one);
    MPI_Comm_create_keyval(refuse_copy, count_delete, &refused, &one);
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &copied, NULL);
    MPI_Comm_set_attr(comm, counted, &values[0]);
    MPI_Comm_set_attr(comm, refused, &values[0]);
    MPI_Comm_set_attr(comm, copied, &values[2]);
    MPI_Comm_dup(comm, &copy);
    check(copies == 1 && deletes == 0, "one copy");
    MPI_Comm_get_attr(copy, counted, &seen, &found);
    check(found && *seen == 11, "made by the callback");
    MPI_Comm_get_attr(copy, refused, &seen, &found);
    check(!found, "left out");
    MPI_Comm_get_attr(copy, copied, &seen, &found);
    check(found && *seen == 12, "copied");
    MPI_Comm_free(&copy);
    check(deletes == 1, "deleted with the duplicate");
    MPI_Comm_set_attr(comm, counted, &values[1]);
    check(deletes == 2, "deleted when replaced");
    MPI_Comm_delete_attr(comm, counted);
    MPI_Comm_delete_attr(comm, refused);
    MPI_Comm_delete_attr(comm, copied);
    check(deletes == 4 && copies == 1, "deleted by the call");
    MPI_Comm_free_keyval(&counted);
    MPI_Comm_free_keyval(&refused);
    MPI_Comm_free_keyval(&copied);
    MPI_Finalize();
    return 0;
}
