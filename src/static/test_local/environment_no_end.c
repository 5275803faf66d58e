/* Nothing ends MPI. */
#include <mpi.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv); /* warn: env.finalize */
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}
