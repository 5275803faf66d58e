/* More arguments than there are registers, numbers of two kinds, in a function that is given the
 * list of another one.
 * ranks: 2
 * expect: assert
 * seed: 3 4.5
 * fails: 70 7.5
 */
#include <assert.h>
#include <mpi.h>
#include <stdarg.h>
#include <stdlib.h>

static double total(int count, va_list arguments)
{
    double result = 0;
    for (int i = 0; i < count; i++) {
        result += va_arg(arguments, double);
        result += (double)va_arg(arguments, long);
    }
    return result;
}

static double sum(int count, ...)
{
    va_list arguments;
    va_start(arguments, count);
    double result = total(count, arguments);
    va_end(arguments);
    return result;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (argc > 2) {
        long n = atol(argv[1]);
        double x = atof(argv[2]);
        double y = sum(10, 0., 1L, 0., 2L, 0., 3L, 0., 4L, 0., 5L, 0., 6L, 0., 7L, 0., 8L, 0., n, x, n);
        if (n > 60 && n < 80)
            assert(y != 183.5); /* HERE assert */
    }
    MPI_Finalize();
    return 0;
}
