/* Numbers pass through a function with any number of arguments.
 * ranks: 2
 * expect: assert
 * seed: 3 4
 * fails: 40 2
 */
#include <assert.h>
#include <mpi.h>
#include <stdarg.h>
#include <stdlib.h>

static long sum(int count, ...)
{
    long result = 0;
    va_list arguments;
    va_start(arguments, count);
    for (int i = 0; i < count; i++)
        result += va_arg(arguments, int);
    va_end(arguments);
    return result;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (argc > 2)
        assert(sum(2, atoi(argv[1]), atoi(argv[2])) != 42); /* HERE assert */
    MPI_Finalize();
    return 0;
}
