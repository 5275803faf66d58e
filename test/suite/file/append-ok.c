/* A file is created, appended to, and gone after it was closed.
 * ranks: 1 3
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, size;
    char name[256];
    MPI_File file;
    int value, amode, error;
    MPI_Offset at;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    snprintf(name, sizeof name, "%s.data", argv[0]);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    value = rank;
    MPI_File_write_at_all(file, rank * (MPI_Offset)sizeof value, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_WRONLY | MPI_MODE_APPEND | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_get_position(file, &at);
    assert(at == size * (MPI_Offset)sizeof value);
    MPI_File_get_position_shared(file, &at);
    assert(at == size * (MPI_Offset)sizeof value);
    MPI_File_get_amode(file, &amode);
    assert(amode == (MPI_MODE_WRONLY | MPI_MODE_APPEND | MPI_MODE_DELETE_ON_CLOSE));
    MPI_Barrier(MPI_COMM_WORLD); /* MPI does not say that MPI_File_get_position_shared is over */
    MPI_File_write_ordered(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_get_size(file, &at);
    assert(at == 2 * size * (MPI_Offset)sizeof value);
    MPI_File_close(&file);
    error = MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_Error_class(error, &value);
    assert(value == MPI_ERR_NO_SUCH_FILE);
    MPI_Finalize();
    return 0;
}
