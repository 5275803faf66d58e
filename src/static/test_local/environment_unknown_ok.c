/* A library starts and ends MPI. */
#include <mpi.h>
void library_start(int *argc, char ***argv);
void library_end(void);
int main(int argc, char **argv)
{
    int rank;
    library_start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    library_end();
    return rank;
}
