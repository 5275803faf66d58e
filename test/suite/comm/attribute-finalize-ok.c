/* Attributes of MPI_COMM_SELF are deleted first in MPI_Finalize, where MPI still works.
 * ranks: 1 2 4
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

static int key, order;

static int last_act(MPI_Comm comm, int keyval, void *value, void *extra)
{
    int finalized, rank, sum = 0;

    (void)comm;
    (void)keyval;
    (void)extra;
    check(*(int *)value == ++order, "the reverse of the order in which they were set");
    MPI_Finalized(&finalized);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(&order, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    check(!finalized && sum > 0, "MPI works");
    return MPI_SUCCESS;
}

int main(void)
{
    static int first = 2, second = 1;
    int other;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, last_act, &key, NULL);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, last_act, &other, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, &first);
    MPI_Comm_set_attr(MPI_COMM_SELF, other, &second);
    MPI_Comm_free_keyval(&key);
    MPI_Comm_free_keyval(&other);
    check(key == MPI_KEYVAL_INVALID && order == 0, "nothing deleted yet");
    MPI_Finalize();
    return order == 2 ? 0 : 1;
}
