/* A library asks whether MPI is initialised.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdlib.h>

static void library_start(int *argc, char ***argv)
{
    int flag, provided;

    MPI_Initialized(&flag);
    if (!flag)
        MPI_Init_thread(argc, argv, MPI_THREAD_SINGLE, &provided);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    library_start(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
