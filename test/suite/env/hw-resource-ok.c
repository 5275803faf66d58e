/* What the program is told about the hardware is an info object that it frees.
 * ranks: 2
 * expect: clean
 * mpi: 4.1
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Info info;
    int keys = -1;

    MPI_Init(&argc, &argv);
    MPI_Get_hw_resource_info(&info);
    MPI_Info_get_nkeys(info, &keys);
    assert(keys >= 0);
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
