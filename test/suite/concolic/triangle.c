/* Three sides of a triangle; the kind of some is wrong.
 * ranks: 2
 * expect: assert
 * seed: 3 4 5
 * fails: 5 3 3
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

enum { NONE,
       ALL,
       TWO,
       OTHER };

static int kind(long a, long b, long c)
{
    if (a <= 0 || b <= 0 || c <= 0 || a + b <= c || b + c <= a || a + c <= b)
        return NONE;
    if (a == b && b == c)
        return ALL;
    return a == b || a == c ? TWO : OTHER; /* b == c is missing */
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    long a = argc > 3 ? atol(argv[1]) : 0;
    long b = argc > 3 ? atol(argv[2]) : 0;
    long c = argc > 3 ? atol(argv[3]) : 0;
    if (a < 1000 && b < 1000 && c < 1000 && a > -1000 && b > -1000 && c > -1000)
        if (kind(a, b, c) == OTHER)
            assert(a != b && b != c && a != c); /* HERE assert */
    MPI_Finalize();
    return 0;
}
