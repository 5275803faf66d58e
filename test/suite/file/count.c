/* A negative count, and nobody looks at the error.
 * ranks: 1
 * expect: arg.count
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
    error = MPI_File_write_at(file, 0, &value, rank - 1, MPI_INT, MPI_STATUS_IGNORE); /* HERE arg.count */
    (void)error;
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
