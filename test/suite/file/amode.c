/* The ranks open the file in different modes.
 * ranks: 2
 * expect: mismatch.collective
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    char name[256];
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(name, sizeof name, "%s.data", argv[0]);
    MPI_File_open(MPI_COMM_WORLD, name, rank == 0 ? MPI_MODE_CREATE | MPI_MODE_RDWR : MPI_MODE_RDONLY, MPI_INFO_NULL, &file); /* HERE mismatch.collective */
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
