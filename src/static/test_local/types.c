/* Cases of type handles and memory; see requests/requests.c. */
#include <complex.h>
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

#define WORLD MPI_COMM_WORLD

struct point {
    double x, y;
    int kind;
};
struct counts {
    int first, second;
};
union any {
    int integer;
    double number;
};

double table[10];
int numbers[10][4];

void scalars(void)
{
    int number = 1;
    double value = 1;
    long large = 1;
    short small = 1;
    float single = 1;
    MPI_Send(&number, 1, MPI_DOUBLE, 0, 0, WORLD); /* warn: mismatch.datatype */
    MPI_Send(&value, 1, MPI_INT, 0, 0, WORLD);     /* warn: mismatch.datatype */
    MPI_Send(&value, 1, MPI_FLOAT, 0, 0, WORLD);   /* warn: mismatch.datatype */
    MPI_Send(&large, 1, MPI_INT, 0, 0, WORLD);     /* warn: mismatch.datatype */
    MPI_Send(&number, 1, MPI_LONG, 0, 0, WORLD);   /* warn: mismatch.datatype */
    MPI_Send(&small, 1, MPI_INT, 0, 0, WORLD);     /* warn: mismatch.datatype */
    MPI_Send(&single, 1, MPI_DOUBLE, 0, 0, WORLD); /* warn: mismatch.datatype */
    MPI_Send(&number, 1, MPI_INT, 0, 0, WORLD);
    MPI_Send(&number, 1, MPI_UNSIGNED, 0, 0, WORLD);
    MPI_Send(&number, 4, MPI_BYTE, 0, 0, WORLD);
    MPI_Send(&value, 1, MPI_DOUBLE, 0, 0, WORLD);
    MPI_Send(&large, 1, MPI_LONG, 0, 0, WORLD);
    MPI_Send(&large, 1, MPI_INT64_T, 0, 0, WORLD);
    MPI_Send(&small, 1, MPI_SHORT, 0, 0, WORLD);
    MPI_Send(&single, 1, MPI_FLOAT, 0, 0, WORLD);
}

void arrays(int i)
{
    double data[5] = {0};
    int marks[3][3] = {{0}};
    MPI_Send(data, 5, MPI_INT, 0, 0, WORLD);          /* warn: mismatch.datatype */
    MPI_Send(&data[i], 1, MPI_INT, 0, 0, WORLD);      /* warn: mismatch.datatype */
    MPI_Send(table, 10, MPI_FLOAT, 0, 0, WORLD);      /* warn: mismatch.datatype */
    MPI_Send(numbers[2], 4, MPI_DOUBLE, 0, 0, WORLD); /* warn: mismatch.datatype */
    MPI_Send(data, 5, MPI_DOUBLE, 0, 0, WORLD);
    MPI_Send(&data[i], 1, MPI_DOUBLE, 0, 0, WORLD);
    MPI_Send(&table[3], 2, MPI_DOUBLE, 0, 0, WORLD);
    MPI_Send(numbers[i], 4, MPI_INT, 0, 0, WORLD);
    MPI_Send(marks, 9, MPI_INT, 0, 0, WORLD);
    MPI_Send(data, 0, MPI_INT, 0, 0, WORLD);
}

void structs(void)
{
    struct point point = {0};
    struct counts pair = {0};
    union any any = {0};
    MPI_Send(&pair, 2, MPI_DOUBLE, 0, 0, WORLD); /* warn: mismatch.datatype */
    MPI_Send(&point.y, 1, MPI_INT, 0, 0, WORLD); /* warn: mismatch.datatype */
    MPI_Send(&pair, 2, MPI_INT, 0, 0, WORLD);
    MPI_Send(&point, 2, MPI_DOUBLE, 0, 0, WORLD);
    MPI_Send(&point.y, 1, MPI_DOUBLE, 0, 0, WORLD);
    MPI_Send(&point.kind, 1, MPI_INT, 0, 0, WORLD);
    MPI_Send(&any, 1, MPI_INT, 0, 0, WORLD);
    MPI_Send(&any, 1, MPI_DOUBLE, 0, 0, WORLD);
}

void raw(MPI_Datatype type)
{
    char text[64] = {0};
    unsigned char bytes[16] = {0};
    double value = 0;
    uint64_t bits = 0;
    MPI_Send(text, 8, MPI_INT, 0, 0, WORLD);
    MPI_Send(bytes, 2, MPI_DOUBLE, 0, 0, WORLD);
    MPI_Send(&value, 1, type, 0, 0, WORLD);
    MPI_Send(&bits, 1, MPI_UINT64_T, 0, 0, WORLD);
    MPI_Send(&bits, 8, MPI_PACKED, 0, 0, WORLD);
}

void complex_numbers(void)
{
    double complex z = 1, parts[4] = {0};
    double pairs[4] = {0};
    MPI_Send(&z, 1, MPI_C_DOUBLE_COMPLEX, 0, 0, WORLD);
    MPI_Send(&z, 2, MPI_DOUBLE, 0, 0, WORLD);
    MPI_Send(parts, 4, MPI_C_DOUBLE_COMPLEX, 0, 0, WORLD);
    MPI_Send(pairs, 2, MPI_C_DOUBLE_COMPLEX, 0, 0, WORLD);
    MPI_Send(&z, 2, MPI_FLOAT, 0, 0, WORLD); /* warn: mismatch.datatype */
}

void allocated(int n)
{
    double *data = malloc(n * sizeof *data);
    int *more = malloc(n * sizeof *more);
    void *nothing = malloc(n);
    for (int i = 0; i < n; i++) {
        data[i] = i;
        more[i] = i;
    }
    MPI_Send(data, n, MPI_INT, 0, 0, WORLD); /* warn: mismatch.datatype */
    MPI_Send(data, n, MPI_DOUBLE, 0, 0, WORLD);
    MPI_Send(more, n, MPI_INT, 0, 0, WORLD);
    MPI_Send(nothing, n, MPI_FLOAT, 0, 0, WORLD);
    free(data);
    free(more);
    free(nothing);
}

void pointers(int n)
{
    double *data = malloc(n * sizeof *data);
    MPI_Send(&data, n, MPI_DOUBLE, 0, 0, WORLD); /* warn: mismatch.datatype */
    MPI_Send(data, n, MPI_DOUBLE, 0, 0, WORLD);
    free(data);
}

void parameters(void *anything, double *numbers_of_caller)
{
    MPI_Send(anything, 1, MPI_INT, 0, 0, WORLD);
    MPI_Send(numbers_of_caller, 1, MPI_INT, 0, 0, WORLD);
}

void commit(int *data)
{
    MPI_Datatype type, part, copy;
    MPI_Type_contiguous(2, MPI_INT, &part);
    MPI_Type_vector(2, 1, 2, part, &type);
    MPI_Send(data, 1, type, 0, 0, WORLD); /* warn: arg.datatype */
    MPI_Type_free(&type);
    MPI_Type_free(&part);
    MPI_Type_contiguous(2, MPI_INT, &copy);
    MPI_Type_free(&copy);
}

void commit_ok(int *data)
{
    MPI_Datatype type, copy, other;
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Send(data, 1, type, 0, 0, WORLD);
    MPI_Type_dup(type, &copy);
    MPI_Send(data, 1, copy, 0, 0, WORLD);
    MPI_Type_free(&type);
    MPI_Type_free(&copy);
    MPI_Type_contiguous(3, MPI_INT, &type);
    other = type;
    MPI_Type_commit(&other);
    MPI_Send(data, 1, type, 0, 0, WORLD);
    MPI_Type_free(&type);
}
