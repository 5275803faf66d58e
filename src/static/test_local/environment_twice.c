/* Started and ended twice. */
#include <mpi.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Init(&argc, &argv); /* warn: env.init */
    MPI_Finalize();
    MPI_Finalize(); /* warn: env.finalize */
    return 0;
}
