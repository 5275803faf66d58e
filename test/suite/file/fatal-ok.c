/* A file that must be new is there, and the error comes to all ranks.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    char name[256];
    MPI_File file;
    MPI_File other;

    MPI_Init(&argc, &argv);
    snprintf(name, sizeof name, "%s.data", argv[0]);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    int class, error = MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR, MPI_INFO_NULL, &other);
    MPI_Error_class(error, &class);
    if (class != MPI_ERR_FILE_EXISTS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
