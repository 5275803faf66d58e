/* MPI_Finalize is called twice.
 * ranks: 2
 * expect: env.finalize
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int flag;

    MPI_Init(NULL, NULL);
    MPI_Finalized(&flag);
    assert(!flag);
    MPI_Finalize();
    MPI_Finalized(&flag);
    if (flag)
        MPI_Finalize(); /* HERE env.finalize */
    return 0;
}
