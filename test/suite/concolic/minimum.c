/* The least and the most of three numbers, and the distance between them.
 * ranks: 2
 * expect: assert
 * seed: 1 2 3
 * fails: 0 5 1000
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

#define LESS(a, b) ((a) < (b) ? (a) : (b))
#define MORE(a, b) ((a) > (b) ? (a) : (b))

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    long a = argc > 3 ? atoi(argv[1]) : 0;
    long b = argc > 3 ? atoi(argv[2]) : 0;
    long c = argc > 3 ? atoi(argv[3]) : 0;
    long least = LESS(a, LESS(b, c)), most = MORE(a, MORE(b, c));
    if (labs(most - least) == 1000)
        assert(least < 0); /* HERE assert */
    MPI_Finalize();
    return 0;
}
