/* MPI_Finalize is called once.
 * ranks: 2
 * expect: clean
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
    if (!flag)
        MPI_Finalize();
    return 0;
}
