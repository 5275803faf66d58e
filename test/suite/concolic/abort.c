/* The process aborts behind a chain of conditions.
 * ranks: 2
 * expect: crash.signal
 * seed: 1 1 1
 * fails: 11 22 33
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int a = argc > 3 ? atoi(argv[1]) : 0;
    int b = argc > 3 ? atoi(argv[2]) : 0;
    int c = argc > 3 ? atoi(argv[3]) : 0;
    if (a == 11)
        if (b == 2 * a)
            if (c == a + b)
                abort(); /* HERE crash.signal */
    MPI_Finalize();
    return 0;
}
