/* A number is taken only if nothing follows it.
 * ranks: 2
 * expect: assert
 * seed: 31
 * fails: 444
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    char *end = NULL;
    MPI_Init(&argc, &argv);
    long n = argc > 1 ? strtol(argv[1], &end, 10) : 0;
    if (end && *end == '\0')
        assert(n != 444); /* HERE assert */
    MPI_Finalize();
    return 0;
}
