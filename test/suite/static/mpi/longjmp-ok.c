/* A jump out of a function that all ranks make.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <setjmp.h>
#include <stddef.h>

static jmp_buf out;

static void work(int value)
{
    if (value == 0)
        longjmp(out, 1);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(void)
{
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (setjmp(out) == 0)
        work(size);
    if (size > 1000 && rank == 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
