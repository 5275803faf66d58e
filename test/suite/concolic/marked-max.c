/* A marked variable that has a bound.
 * ranks: 2
 * expect: assert
 * fails: 300
 * covers: 75
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
#include <tutti.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 1;
    tutti_int_max(&n, "n", 300);
    if (n > 300)
        MPI_Abort(MPI_COMM_WORLD, 1);
    assert(n < 300); /* HERE assert */
    MPI_Finalize();
    return 0;
}
