/* The value of an option that getopt() takes.
 * ranks: 2
 * expect: assert
 * seed: -n 4 -v
 * fails: -n 4096 -v
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int n = 1, verbose = 0, option;
    MPI_Init(&argc, &argv);
    while ((option = getopt(argc, argv, "n:v")) != -1) {
        if (option == 'n')
            n = atoi(optarg);
        else if (option == 'v')
            verbose = 1;
    }
    if (verbose)
        assert(n != 4096); /* HERE assert */
    MPI_Finalize();
    return 0;
}
