/* Only what is always available is called before MPI_Init.
 * ranks: 2
 * expect: clean
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
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Initialized(&flag);
    assert(flag);
    MPI_Finalize();
    return 0;
}
