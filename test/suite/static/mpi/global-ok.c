/* A global variable that another function sets to the size decides.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static int who, how_many;

static void setup(void)
{
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &who);
    MPI_Comm_size(MPI_COMM_WORLD, &how_many);
}

static void work(void)
{
    if (how_many > 1)
        MPI_Barrier(MPI_COMM_WORLD);
}

int main(void)
{
    setup();
    work();
    MPI_Finalize();
    return 0;
}
