/* Only what is always available is called after MPI_Finalize.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, flag, version, subversion;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Finalize();
    MPI_Finalized(&flag);
    MPI_Get_version(&version, &subversion);
    assert(flag && version >= 3);
    return 0;
}
