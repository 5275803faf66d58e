/* Sums and maxima of all integer and floating point types of C.
 * ranks: 1 2 3 4 5
 * expect: clean
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

#define TRY(ctype, type)                                                                      \
    do {                                                                                      \
        ctype mine[3] = {(ctype)rank, (ctype)(2 * rank), (ctype)(rank % 2)}, result[3] = {0}; \
        MPI_Allreduce(mine, result, 3, type, MPI_SUM, MPI_COMM_WORLD);                        \
        check(result[0] == (ctype)sum && result[1] == (ctype)(2 * sum), "sum of " #ctype);    \
        check(result[2] == (ctype)(size / 2), "number of odd ranks in " #ctype);              \
        MPI_Allreduce(mine, result, 3, type, MPI_MAX, MPI_COMM_WORLD);                        \
        check(result[1] == (ctype)(2 * (size - 1)), "maximum of " #ctype);                    \
    } while (0)

int main(void)
{
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int sum = size * (size - 1) / 2;

    TRY(signed char, MPI_SIGNED_CHAR);
    TRY(unsigned char, MPI_UNSIGNED_CHAR);
    TRY(short, MPI_SHORT);
    TRY(unsigned short, MPI_UNSIGNED_SHORT);
    TRY(int, MPI_INT);
    TRY(unsigned, MPI_UNSIGNED);
    TRY(long, MPI_LONG);
    TRY(unsigned long, MPI_UNSIGNED_LONG);
    TRY(long long, MPI_LONG_LONG);
    TRY(unsigned long long, MPI_UNSIGNED_LONG_LONG);
    TRY(int8_t, MPI_INT8_T);
    TRY(uint16_t, MPI_UINT16_T);
    TRY(int64_t, MPI_INT64_T);
    TRY(uint64_t, MPI_UINT64_T);
    TRY(MPI_Aint, MPI_AINT);
    TRY(float, MPI_FLOAT);
    TRY(double, MPI_DOUBLE);
    TRY(long double, MPI_LONG_DOUBLE);
    MPI_Finalize();
    return 0;
}
