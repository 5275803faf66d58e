/* The difference of unsigned numbers is large, not negative.
 * ranks: 2
 * expect: assert
 * seed: 10 5
 * fails: 5 10
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    unsigned total = argc > 2 ? (unsigned)strtoul(argv[1], NULL, 10) : 2;
    unsigned part = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 1;
    unsigned left = total - part;
    assert(left < 4000000000U); /* HERE assert */
    MPI_Finalize();
    return 0;
}
