/* Every case of many is right.
 * ranks: 2
 * expect: clean
 * seed: 1
 * covers: 87
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int kind = argc > 1 ? atoi(argv[1]) : 0, cost = 0;
    switch (kind) {
    case 1:
        cost = 10;
        break;
    case 17:
        cost = 20;
        break;
    case -4:
        cost = 30;
        break;
    default:
        cost = 1;
    }
    assert(cost > 0);
    MPI_Finalize();
    return 0;
}
