/* The function of an operation is given the program's datatype, and works on elements with holes.
 * ranks: 1 2 3 5
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

struct cell {
    char used;
    double value;
    char unused[8];
};

static void add(void *in, void *inout, int *length, MPI_Datatype *type)
{
    struct cell *from = in, *to = inout;
    MPI_Aint lower, extent;
    int bytes;

    MPI_Type_get_extent(*type, &lower, &extent);
    MPI_Type_size(*type, &bytes);
    check(extent == sizeof(struct cell) && bytes == 1 + sizeof(double), "type of the call");
    for (int i = 0; i < *length; i++) {
        to[i].used = (char)(to[i].used + from[i].used);
        to[i].value += from[i].value;
    }
}

int main(void)
{
    struct cell mine[3], sum[3];
    int lengths[2] = {1, 1};
    MPI_Aint places[2] = {offsetof(struct cell, used), offsetof(struct cell, value)};
    MPI_Datatype members[2] = {MPI_CHAR, MPI_DOUBLE}, raw, type;
    MPI_Op op;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_create_struct(2, lengths, places, members, &raw);
    MPI_Type_create_resized(raw, 0, sizeof(struct cell), &type);
    MPI_Type_free(&raw);
    MPI_Type_commit(&type);
    MPI_Op_create(add, 1, &op);
    memset(sum, 0, sizeof sum);
    for (int i = 0; i < 3; i++) {
        mine[i] = (struct cell){1, rank + i, "mine"};
        memcpy(sum[i].unused, "kept", 5);
    }
    MPI_Allreduce(mine, sum, 3, type, op, MPI_COMM_WORLD);
    for (int i = 0; i < 3; i++) {
        check(sum[i].used == size, "count");
        check(sum[i].value == size * (size - 1) / 2 + size * i, "sum");
        check(strcmp(sum[i].unused, "kept") == 0, "bytes that are not of the type");
    }
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
