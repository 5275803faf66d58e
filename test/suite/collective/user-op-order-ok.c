/* An operation that does not commute is applied in rank order by all reductions and scans.
 * ranks: 1 2 3 5
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

/* Numbers as strings of decimal digits: digits, and ten to the power of their number. Appending is
 * associative but does not commute. */
struct digits {
    long value, power;
};

static void append(void *in, void *inout, int *length, MPI_Datatype *type)
{
    struct digits *left = in, *right = inout;

    (void)type;
    for (int i = 0; i < *length; i++) {
        right[i].value += left[i].value * right[i].power;
        right[i].power *= left[i].power;
    }
}

int main(void)
{
    static const long up_to[] = {1, 12, 123, 1234, 12345};
    struct digits mine, all[5], result = {0, 0};
    MPI_Datatype type;
    MPI_Op op;
    int commutes;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = (struct digits){rank + 1, 10};
    MPI_Type_contiguous(2, MPI_LONG, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(append, 0, &op);
    MPI_Op_commutative(op, &commutes);
    check(!commutes, "said not to commute");
    for (int root = 0; root < size; root++) {
        MPI_Reduce(&mine, &result, 1, type, op, root, MPI_COMM_WORLD);
        check(rank != root || result.value == up_to[size - 1], "Reduce");
    }
    result.value = 0;
    MPI_Allreduce(&mine, &result, 1, type, op, MPI_COMM_WORLD);
    check(result.value == up_to[size - 1], "Allreduce");
    result.value = 0;
    MPI_Scan(&mine, &result, 1, type, op, MPI_COMM_WORLD);
    check(result.value == up_to[rank], "Scan");
    result.value = 0;
    MPI_Exscan(&mine, &result, 1, type, op, MPI_COMM_WORLD);
    check(rank == 0 || result.value == up_to[rank - 1], "Exscan");
    for (int i = 0; i < size; i++)
        all[i] = (struct digits){i == rank ? rank + 1 : 0, i == rank ? 10 : 1};
    MPI_Reduce_scatter_block(all, &result, 1, type, op, MPI_COMM_WORLD);
    check(result.value == rank + 1 && result.power == 10, "Reduce_scatter_block");
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
