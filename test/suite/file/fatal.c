/* A file that must be new is there, and errors are fatal.
 * ranks: 2
 * expect: arg.other
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
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR, MPI_INFO_NULL, &other); /* HERE arg.other */
    MPI_File_close(&other);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
