/* A number is written as one type and read as another.
 * ranks: 2
 * expect: assert
 * seed: 1
 * fails: 50462976
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    union {
        int whole;
        unsigned char bytes[4];
    } number = {0};
    MPI_Init(&argc, &argv);
    number.whole = argc > 1 ? atoi(argv[1]) : 0;
    if (number.bytes[1] == 1 && number.bytes[2] == 2)
        assert(number.bytes[3] != 3); /* HERE assert */
    MPI_Finalize();
    return 0;
}
