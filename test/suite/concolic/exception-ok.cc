/* An exception that is caught.
 * ranks: 2
 * expect: clean
 * seed: 3
 */
#include <cstdlib>
#include <mpi.h>
#include <stdexcept>

static int check(int n)
{
    if (n % 50 == 47)
        throw std::range_error("a step too far");
    return n;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? std::atoi(argv[1]) : 0;
    try {
        check(n);
    } catch (const std::exception &) {
        n = 0;
    }
    MPI_Finalize();
    return 0;
}
