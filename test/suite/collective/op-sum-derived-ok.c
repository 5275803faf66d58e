/* An operation of the program on a derived type.
 * ranks: 2
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

struct pair {
    int first, second;
};

static void add(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *length; i++) {
        ((struct pair *)inout)[i].first += ((struct pair *)in)[i].first;
        ((struct pair *)inout)[i].second += ((struct pair *)in)[i].second;
    }
}

int main(void)
{
    struct pair mine = {1, 2}, sum = {0, 0};
    MPI_Datatype type;
    MPI_Op op;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(add, 1, &op);
    MPI_Reduce(&mine, &sum, 1, type, op, 0, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    check(rank == 1 || (sum.first == 2 && sum.second == 4), "sum");
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
