/* A variable of the environment.
 * ranks: 2
 * expect: assert
 * file: $LEVEL
 * content: 1
 * failing: 12
 * options: --symbolic=env:LEVEL
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    const char *level = getenv("LEVEL");
    assert(!level || atoi(level) != 12); /* HERE assert */
    MPI_Finalize();
    return 0;
}
