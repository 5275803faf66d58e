/* A library initialises MPI and finalizes it only if nobody else has.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static int ours;

static void library_open(void)
{
    int done;

    MPI_Initialized(&done);
    if (!done) {
        MPI_Init(NULL, NULL);
        ours = 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void library_close(void)
{
    int done;

    MPI_Finalized(&done);
    if (!done && ours)
        MPI_Finalize();
}

int main(void)
{
    library_open();
    library_close();
    return 0;
}
