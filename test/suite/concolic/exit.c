/* A rank leaves by exit() in the middle of the program.
 * ranks: 2
 * expect: env.finalize
 * seed: 1
 * fails: 90
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv); /* HERE env.finalize */
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (n > 80 && n < 100)
        exit(0); /* HERE env.finalize */
    MPI_Finalize();
    return 0;
}
