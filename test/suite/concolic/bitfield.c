/* Fields of bits.
 * ranks: 2
 * expect: assert
 * seed: 1 1
 * fails: 5 23
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

struct flags {
    unsigned kind : 3, level : 5;
};

int main(int argc, char **argv)
{
    struct flags flags = {0, 0};
    MPI_Init(&argc, &argv);
    if (argc > 2) {
        flags.kind = (unsigned)atoi(argv[1]) & 7;
        flags.level = (unsigned)atoi(argv[2]) & 31;
    }
    if (flags.kind == 5)
        assert(flags.level != 23); /* HERE assert */
    MPI_Finalize();
    return 0;
}
