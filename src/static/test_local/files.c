/* Files that are not closed, where the program looks at what opening them returns. */
#include <mpi.h>

void files_checked(void)
{
    MPI_File file, other;
    int error =
        MPI_File_open(MPI_COMM_WORLD, "data", 0, MPI_INFO_NULL, &file); /* warn: leak.file */
    if (error != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (MPI_File_open(MPI_COMM_WORLD, "more", 0, MPI_INFO_NULL, &other)) /* warn: leak.file */
        MPI_Abort(MPI_COMM_WORLD, 1);
}

void files_expected_ok(void)
{
    MPI_File file;
    int class, error = MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_Error_class(error, &class);
    if (class != MPI_ERR_NO_SUCH_FILE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_RDONLY, MPI_INFO_NULL, &file) !=
        MPI_ERR_NO_SUCH_FILE)
        MPI_Abort(MPI_COMM_WORLD, 1);
}
