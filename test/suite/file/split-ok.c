/* One split collective after another.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    char name[256];
    MPI_File file;
    int values[2] = {1, 2};

    MPI_Init(&argc, &argv);
    snprintf(name, sizeof name, "%s.data", argv[0]);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_write_all_begin(file, values, 1, MPI_INT);
    MPI_File_write_all_end(file, values, MPI_STATUS_IGNORE);
    MPI_File_write_all_begin(file, values + 1, 1, MPI_INT);
    MPI_File_write_all_end(file, values + 1, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
