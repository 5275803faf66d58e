/* A function gives the size back through a pointer to a pointer.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

static int numbers[2];

static void look(int **rank, int **size)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &numbers[0]);
    MPI_Comm_size(MPI_COMM_WORLD, &numbers[1]);
    *rank = &numbers[0];
    *size = &numbers[1];
}

int main(void)
{
    int *rank, *size;

    MPI_Init(NULL, NULL);
    look(&rank, &size);
    if (*size == 2)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
