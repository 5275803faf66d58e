/* A library initialises MPI again.
 * ranks: 2
 * expect: env.init
 */
#include <mpi.h>
#include <stdlib.h>

static void library_start(int *argc, char ***argv)
{
    int flag, provided;

    MPI_Initialized(&flag);
    if (flag)
        MPI_Init_thread(argc, argv, MPI_THREAD_SINGLE, &provided); /* HERE env.init */
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    library_start(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
