/* An option with its value, where getopt() was given none.
 * ranks: 2
 * expect: assert
 * seed:
 * fails: -n 4096
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int n = 1, option;
    MPI_Init(&argc, &argv);
    while ((option = getopt(argc, argv, "n:v")) != -1)
        if (option == 'n')
            n = atoi(optarg);
    assert(n != 4096); /* HERE assert */
    MPI_Finalize();
    return 0;
}
