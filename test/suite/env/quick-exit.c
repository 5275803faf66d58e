/* A rank leaves by _exit, past all handlers of exit.
 * ranks: 2
 * expect: env.finalize
 */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD); /* HERE env.finalize */
    _exit(0);                    /* HERE env.finalize */
}
