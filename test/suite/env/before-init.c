/* A call before MPI_Init.
 * ranks: 2
 * expect: env.init
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, flag, version, subversion;

    MPI_Get_version(&version, &subversion);
    MPI_Initialized(&flag);
    assert(!flag);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank); /* HERE env.init */
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Initialized(&flag);
    assert(flag);
    MPI_Finalize();
    return 0;
}
