/* Two reads at once into memory of their own.
 * ranks: 1
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    char name[256];
    MPI_File file;
    int values[2] = {1, 2};
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    snprintf(name, sizeof name, "%s.data", argv[0]);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_write(file, values, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_iread_at(file, 0, values, 1, MPI_INT, &requests[0]);
    MPI_File_iread_at(file, 4, values + 1, 1, MPI_INT, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
