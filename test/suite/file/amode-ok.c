/* The ranks open the file in the same mode.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    char name[256];
    MPI_File file;

    MPI_Init(&argc, &argv);
    snprintf(name, sizeof name, "%s.data", argv[0]);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
