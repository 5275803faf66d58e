/* A pattern of bits: masks, shifts, exclusive or.
 * ranks: 2
 * expect: assert
 * seed: 0
 * fails: 3054
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    unsigned flags = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 0) : 0;
    if ((flags & 0xf) == 0xe && ((flags >> 4) & 0xf) == 0xe && (flags ^ 0xbee) == 0)
        assert(flags == 0); /* HERE assert */
    MPI_Finalize();
    return 0;
}
