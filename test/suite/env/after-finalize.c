/* A message is sent after MPI_Finalize.
 * ranks: 2
 * expect: env.finalize
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, flag, version, subversion;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Finalize();
    MPI_Barrier(MPI_COMM_WORLD); /* HERE env.finalize */
    MPI_Finalized(&flag);
    MPI_Get_version(&version, &subversion);
    assert(flag && version >= 3);
    return 0;
}
