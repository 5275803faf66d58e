/* Fewer words than the program needs.
 * ranks: 2
 * expect: assert
 * seed: 3 4 5
 * fails: 3 4
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    assert(argc != 3); /* HERE assert */
    MPI_Finalize();
    return 0;
}
