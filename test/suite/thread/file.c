/* Two threads of rank 0 write to the same file together with others, at once.
 * ranks: 2
 * expect: thread.multithreaded-collective
 */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

enum { MOMENT = 200000 }; /* microseconds: both threads of rank 0 are in their calls by then */

int main(int argc, char **argv)
{
    int provided, rank;
    char name[256];
    MPI_File file;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(name, sizeof name, "%s.data", argv[0]);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    if (rank == 1)
        usleep(MOMENT);
#pragma omp parallel num_threads(2)
    {
        char byte = 'x';
        MPI_File_write_at_all(file, rank, &byte, 1, MPI_BYTE, MPI_STATUS_IGNORE); /* HERE thread.multithreaded-collective */
    }
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
