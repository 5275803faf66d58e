/* The ranks set the file to the same size.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    char name[256];
    MPI_File file;
    MPI_Offset bytes = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(name, sizeof name, "%s.data", argv[0]);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_set_size(file, 100);
    MPI_File_get_size(file, &bytes);
    if (bytes != 100)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
