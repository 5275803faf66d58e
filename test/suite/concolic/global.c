/* A number waits in a global variable for the end of a phase.
 * ranks: 2
 * expect: assert
 * seed: 3
 * fails: 555
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

static struct {
    int steps;
    double width;
} parameters;

static void read_parameters(int argc, char **argv)
{
    parameters.steps = argc > 1 ? atoi(argv[1]) : 0;
    parameters.width = 0.5 * parameters.steps;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    read_parameters(argc, argv);
    MPI_Barrier(MPI_COMM_WORLD);
    if (parameters.width == 277.5)
        assert(parameters.steps != 555); /* HERE assert */
    MPI_Finalize();
    return 0;
}
