/* Handles that are null have names.
 * ranks: 1
 * expect: clean
 * mpi: 4.1
 */
#include <assert.h>
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    char name[MPI_MAX_OBJECT_NAME];
    int length;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_name(MPI_COMM_NULL, name, &length);
    assert(strcmp(name, "MPI_COMM_NULL") == 0);
    MPI_Type_get_name(MPI_DATATYPE_NULL, name, &length);
    assert(strcmp(name, "MPI_DATATYPE_NULL") == 0);
    MPI_Win_get_name(MPI_WIN_NULL, name, &length);
    assert(strcmp(name, "MPI_WIN_NULL") == 0);
    MPI_Finalize();
    return 0;
}
