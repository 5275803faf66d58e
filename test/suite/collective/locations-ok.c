/* MPI_MINLOC and MPI_MAXLOC find the value with the lowest index, for all pair types.
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

#define TRY(ctype, type)                                                                       \
    do {                                                                                       \
        struct {                                                                               \
            ctype value;                                                                       \
            int index;                                                                         \
        } mine = {(ctype)(rank % 2), 10 + rank}, least = {0, 0}, most = {0, 0};                \
        MPI_Allreduce(&mine, &least, 1, type, MPI_MINLOC, MPI_COMM_WORLD);                     \
        MPI_Allreduce(&mine, &most, 1, type, MPI_MAXLOC, MPI_COMM_WORLD);                      \
        check(least.value == 0 && least.index == 10, "least " #ctype);                         \
        check(most.value == (size > 1) && most.index == (size > 1 ? 11 : 10), "most " #ctype); \
    } while (0)

int main(void)
{
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    TRY(int, MPI_2INT);
    TRY(short, MPI_SHORT_INT);
    TRY(long, MPI_LONG_INT);
    TRY(float, MPI_FLOAT_INT);
    TRY(double, MPI_DOUBLE_INT);
    TRY(long double, MPI_LONG_DOUBLE_INT);
    MPI_Finalize();
    return 0;
}
