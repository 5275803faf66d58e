/* A file is written after it was closed, and nobody looks at the error.
 * ranks: 2
 * expect: arg.other
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    char name[256];
    MPI_File file;
    int value = 7;
    MPI_File copy;

    MPI_Init(&argc, &argv);
    snprintf(name, sizeof name, "%s.data", argv[0]);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    copy = file;
    MPI_File_close(&file);                                             /* CREATED arg.other */
    MPI_File_write_at(copy, 0, &value, 1, MPI_INT, MPI_STATUS_IGNORE); /* HERE arg.other */
    MPI_Finalize();
    return 0;
}
