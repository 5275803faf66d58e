/* A file is closed.
 * ranks: 1
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    MPI_File file;

    MPI_Init(NULL, NULL);
    MPI_File_open(MPI_COMM_WORLD, "out", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_File_set_size(file, 0);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
