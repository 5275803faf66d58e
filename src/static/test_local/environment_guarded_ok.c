/* It asks first. */
#include <mpi.h>
int main(int argc, char **argv)
{
    int flag;
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    MPI_Finalized(&flag);
    if (!flag)
        MPI_Finalize();
    return 0;
}
