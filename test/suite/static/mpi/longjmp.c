/* One rank jumps out of the function before its barrier.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>
#include <setjmp.h>
#include <stddef.h>

static jmp_buf out;

static void work(int value)
{
    if (value == 0) /* HERE collective.divergence */
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
        work(rank);
    if (size > 1000 && rank == 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
