/* The value of a long option.
 * ranks: 2
 * expect: crash.abort
 * seed: --iterations=4 --size 10
 * fails: --iterations=4 --size 4000
 */
#include <getopt.h>
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static const struct option options[] = {{"iterations", required_argument, NULL, 'i'}, {"size", required_argument, NULL, 's'}, {NULL, 0, NULL, 0}};
    int iterations = 0, size = 0, option;
    MPI_Init(&argc, &argv);
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'i')
            iterations = atoi(optarg);
        else if (option == 's')
            size = atoi(optarg);
    }
    if (size == 1000 * iterations)
        MPI_Abort(MPI_COMM_WORLD, 1); /* HERE crash.abort */
    MPI_Finalize();
    return 0;
}
