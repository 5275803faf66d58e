/* Numbers go into an array, and one is read back from it.
 * ranks: 2
 * expect: assert
 * seed: 1 2 3 4
 * fails: 1 2 777 4
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int values[4] = {0, 0, 0, 0};
    MPI_Init(&argc, &argv);
    for (int i = 1; i < argc && i <= 4; i++)
        values[4 - i] = atoi(argv[i]);
    assert(values[1] != 777); /* HERE assert */
    MPI_Finalize();
    return 0;
}
