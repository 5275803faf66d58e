/* A function of the program starts MPI. */
#include <mpi.h>
static void start(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
}
int main(int argc, char **argv)
{
    int rank;
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Finalize();
    return rank;
}
