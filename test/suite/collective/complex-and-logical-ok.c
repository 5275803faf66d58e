/* Sums and products of complex numbers, and logical operations on bool.
 * ranks: 1 2 3 5
 * expect: clean
 */
#include <complex.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(void)
{
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double complex unit = I, product = 0, expected = 1, number = rank + 2.0 * I * rank, sum = 0;
    float complex small = (float)rank * (float complex)I, total = 0;
    bool mine = rank == 0, any = false, all = true, odd = false;

    for (int i = 0; i < size; i++)
        expected *= unit;
    MPI_Allreduce(&unit, &product, 1, MPI_C_DOUBLE_COMPLEX, MPI_PROD, MPI_COMM_WORLD);
    check(product == expected, "product");
    MPI_Allreduce(&number, &sum, 1, MPI_C_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD);
    check(creal(sum) == size * (size - 1) / 2 && cimag(sum) == size * (size - 1), "sum");
    MPI_Allreduce(&small, &total, 1, MPI_C_FLOAT_COMPLEX, MPI_SUM, MPI_COMM_WORLD);
    check(crealf(total) == 0 && (int)cimagf(total) == size * (size - 1) / 2, "short sum");
    MPI_Allreduce(&mine, &any, 1, MPI_C_BOOL, MPI_LOR, MPI_COMM_WORLD);
    MPI_Allreduce(&mine, &all, 1, MPI_C_BOOL, MPI_LAND, MPI_COMM_WORLD);
    MPI_Allreduce(&mine, &odd, 1, MPI_C_BOOL, MPI_LXOR, MPI_COMM_WORLD);
    check(any && all == (size == 1) && odd, "logical");
    MPI_Finalize();
    return 0;
}
