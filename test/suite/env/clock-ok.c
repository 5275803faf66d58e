/* The clock never goes back, and waiting for a time to come ends.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(void)
{
    double start, last, now;

    MPI_Init(NULL, NULL);
    check(MPI_Wtick() > 0, "tick");
    start = last = MPI_Wtime();
    do {
        now = MPI_Wtime();
        check(now >= last, "monotone");
        last = now;
    } while (now - start < 3);
    MPI_Barrier(MPI_COMM_WORLD);
    check(MPI_Wtime() >= last, "monotone across calls");
    MPI_Finalize();
    return 0;
}
