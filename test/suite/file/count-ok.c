/* A count that may be negative, and the program deals with the error.
 * ranks: 1
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    char name[256];
    MPI_File file;
    int value = 7;
    int error;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(name, sizeof name, "%s.data", argv[0]);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_set_errhandler(file, MPI_ERRORS_RETURN);
    error = MPI_File_write_at(file, 0, &value, rank - 1, MPI_INT, MPI_STATUS_IGNORE);
    if (error == MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
