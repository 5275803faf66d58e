/* Size, extent and true extent of types made by all constructors.
 * ranks: 1 2
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

static void expect(MPI_Datatype type, int size, MPI_Aint lower, MPI_Aint extent, const char *what)
{
    int bytes;
    MPI_Aint lb, span;

    MPI_Type_size(type, &bytes);
    MPI_Type_get_extent(type, &lb, &span);
    check(bytes == size && lb == lower && span == extent, what);
    MPI_Type_free(&type);
}

int main(void)
{
    int lengths[2] = {2, 1}, places[2] = {3, 0}, sizes[2] = {4, 6}, part[2] = {2, 3},
        from[2] = {1, 2};
    MPI_Aint bytes[2] = {16, 0}, lb, span;
    MPI_Datatype type, members[2] = {MPI_CHAR, MPI_INT};
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_contiguous(5, MPI_SHORT, &type);
    expect(type, 10, 0, 10, "contiguous");
    MPI_Type_vector(3, 2, 4, MPI_INT, &type);
    expect(type, 24, 0, 40, "vector");
    MPI_Type_vector(3, 1, -2, MPI_INT, &type);
    expect(type, 12, -16, 20, "vector that runs backwards");
    MPI_Type_create_hvector(2, 1, 11, MPI_CHAR, &type);
    expect(type, 2, 0, 12, "hvector");
    MPI_Type_indexed(2, lengths, places, MPI_INT, &type);
    expect(type, 12, 0, 20, "indexed");
    MPI_Type_create_hindexed(2, lengths, bytes, MPI_INT, &type);
    expect(type, 12, 0, 24, "hindexed");
    MPI_Type_create_indexed_block(2, 2, places, MPI_SHORT, &type);
    expect(type, 8, 0, 10, "indexed block");
    MPI_Type_create_hindexed_block(2, 1, bytes, MPI_DOUBLE, &type);
    expect(type, 16, 0, 24, "hindexed block");
    MPI_Type_create_struct(2, lengths, bytes, members, &type);
    expect(type, 6, 0, 20, "structure, rounded up to its alignment");
    MPI_Type_create_subarray(2, sizes, part, from, MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_get_true_extent(type, &lb, &span);
    check(lb == 8 * 4 && span == 9 * 4, "true extent of a subarray");
    expect(type, 24, 0, 96, "subarray");
    MPI_Type_create_resized(MPI_INT, -4, 32, &type);
    MPI_Type_get_true_extent(type, &lb, &span);
    check(lb == 0 && span == 4, "true extent of a resized type");
    expect(type, 4, -4, 32, "resized");
    MPI_Type_dup(MPI_DOUBLE, &type);
    expect(type, 8, 0, 8, "duplicate");
    MPI_Finalize();
    return 0;
}
