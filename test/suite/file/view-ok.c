/* Each rank sees its own elements of a file, and together they make it whole.
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
    int values[4], got[16];
    MPI_Datatype mine, etype, filetype;
    MPI_Offset disp, bytes;
    char datarep[MPI_MAX_DATAREP_STRING];
    MPI_Group group;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    snprintf(name, sizeof name, "%s.data", argv[0]);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_Type_vector(4, 1, size, MPI_INT, &mine);
    MPI_Type_commit(&mine);
    MPI_File_set_view(file, rank * (MPI_Offset)sizeof(int), MPI_INT, mine, "native", MPI_INFO_NULL);
    MPI_Type_free(&mine);
    for (int i = 0; i < 4; i++)
        values[i] = i * size + rank;
    MPI_File_write_all(file, values, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_get_view(file, &disp, &etype, &filetype, datarep);
    assert(disp == rank * (MPI_Offset)sizeof(int) && etype == MPI_INT);
    MPI_Type_free(&filetype);
    MPI_File_get_byte_offset(file, 1, &disp);
    assert(disp == (rank + size) * (MPI_Offset)sizeof(int));
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_read_all_begin(file, got, 4 * size, MPI_INT);
    MPI_File_read_all_end(file, got, MPI_STATUS_IGNORE);
    for (int i = 0; i < 4 * size; i++)
        assert(got[i] == i);
    MPI_File_get_size(file, &bytes);
    assert(bytes == 4 * size * (MPI_Offset)sizeof(int));
    MPI_File_get_group(file, &group);
    MPI_Group_size(group, &got[0]);
    assert(got[0] == size);
    MPI_Group_free(&group);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
