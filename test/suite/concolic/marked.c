/* A variable that is marked in the source.
 * ranks: 2
 * expect: assert
 * fails: 12321
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
#include <tutti.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 1;
    tutti_int(&n, "n");
    assert(n != 12321); /* HERE assert */
    MPI_Finalize();
    return 0;
}
