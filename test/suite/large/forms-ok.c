/* The forms for large counts do what the others do.
 * ranks: 1 3
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

#if MPI_VERSION >= 4
static void add(void *in, void *inout, MPI_Count *count, MPI_Datatype *type)
{
    (void)type;
    for (MPI_Count i = 0; i < *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static void messages(int rank, int size)
{
    int value = rank, got = -1, buffer[64];
    void *detached;
    MPI_Count count = 0, bytes = 0;
    MPI_Status status;
    MPI_Request request;
    MPI_Sendrecv_c(&value, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count_c(&status, MPI_INT, &count);
    assert(got == (rank + size - 1) % size && count == 1);
    MPI_Buffer_attach_c(buffer, (MPI_Count)sizeof buffer);
    MPI_Bsend_c(&value, 1, MPI_INT, rank, 1, MPI_COMM_WORLD);
    MPI_Irecv_c(&got, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, &status);
    MPI_Buffer_detach_c(&detached, &bytes);
    assert(got == rank && detached == buffer && bytes == sizeof buffer);
}

static void collectives(int rank, int size)
{
    int value = rank + 1, all[3] = {0}, sum = 0, total = size * (size + 1) / 2;
    MPI_Count counts[3] = {1, 1, 1};
    MPI_Aint places[3] = {2, 1, 0};
    MPI_Datatype types[3] = {MPI_INT, MPI_INT, MPI_INT};
    MPI_Aint bytes[3] = {0, sizeof(int), 2 * sizeof(int)};
    MPI_Request request;
    MPI_Op op;
    MPI_Allgatherv_c(&value, 1, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        assert(all[2 - i] == i + 1);
    int out[3] = {value, value, value};
    MPI_Ialltoallw_c(out, counts, bytes, types, all, counts, bytes, types, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < size; i++)
        assert(all[i] == i + 1);
    MPI_Op_create_c(add, 1, &op);
    MPI_Allreduce_c(&value, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
    assert(sum == total);
    MPI_Reduce_scatter_c(out, &sum, counts, MPI_INT, op, MPI_COMM_WORLD);
    assert(sum == total);
    MPI_Bcast_init_c(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    assert(value == 1);
    MPI_Request_free(&request);
    MPI_Op_free(&op);
}

static void datatypes(void)
{
    MPI_Datatype row, matrix, parts[1];
    MPI_Count sizes[2] = {4, 4}, part[2] = {2, 2}, starts[2] = {1, 1}, size, given[6];
    int integers[2];
    MPI_Type_contiguous_c(3000000000, MPI_CHAR, &row);
    MPI_Type_size_c(row, &size);
    assert(size == 3000000000);
    MPI_Type_create_subarray_c(2, sizes, part, starts, MPI_ORDER_C, row, &matrix);
    MPI_Type_get_contents_c(matrix, 2, 0, 6, 1, integers, NULL, given, parts);
    assert(given[0] == 4 && given[2] == 2 && given[4] == 1);
    MPI_Type_free(&parts[0]);
    MPI_Type_free(&matrix);
    MPI_Type_free(&row);
}
#endif

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
#if MPI_VERSION >= 4
    messages(rank, size);
    collectives(rank, size);
    datatypes();
#endif
    MPI_Finalize();
    return 0;
}
