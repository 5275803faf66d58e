/* An exception that nobody catches.
 * ranks: 2
 * expect: crash.signal
 * seed: 3
 * fails: 47
 */
#include <cstdlib>
#include <mpi.h>
#include <stdexcept>

static int check(int n)
{
    if (n % 50 == 47)
        throw std::range_error("a step too far"); /* HERE crash.signal */
    return n;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? std::atoi(argv[1]) : 0;
    check(n);
    MPI_Finalize();
    return 0;
}
