/* Ranks read and write at the shared pointer, each in its turn and in order.
 * ranks: 1 2 4
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
    int value, got[32], seen = 0, count;
    MPI_Offset at;
    MPI_Status status;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    snprintf(name, sizeof name, "%s.data", argv[0]);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    value = rank;
    MPI_File_write_ordered(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_shared(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_iwrite_shared(file, &value, 1, MPI_INT, &request);
    MPI_Wait(&request, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    assert(count == 1);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_get_position_shared(file, &at);
    assert(at == 3 * size);
    MPI_File_read_at_all(file, 0, got, 3 * size, MPI_INT, &status);
    for (int i = 0; i < size; i++)
        assert(got[i] == i);
    for (int i = size; i < 3 * size; i++)
        seen += got[i];
    assert(seen == size * (size - 1));
    MPI_File_seek_shared(file, -3 * size, MPI_SEEK_END);
    MPI_File_read_ordered(file, &value, 1, MPI_INT, &status);
    assert(value == rank);
    MPI_File_seek_shared(file, 1 - size, MPI_SEEK_CUR);
    MPI_File_get_position_shared(file, &at);
    assert(at == 1);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
