/* A master writes what it receives into a file, in the order in which it comes, and expects one.
 * ranks: 3
 * expect: assert race.message
 * options: --jobs=1
 * executions: 2
 */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, value, got[2];
    char name[256];
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(name, sizeof name, "%s.data", argv[0]);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    if (rank > 0)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 2 && rank == 0; i++) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* HERE race.message */
        MPI_File_write(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    }
    if (rank == 0) {
        MPI_File_read_at(file, 0, got, 2, MPI_INT, MPI_STATUS_IGNORE);
        assert(got[0] == 1 && got[1] == 2); /* HERE assert */
    }
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
